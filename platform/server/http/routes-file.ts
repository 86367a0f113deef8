/**
 * In the directory of the built web app: the addresses that its routes match. tools/build-web.ts writes it last, so its
 * presence means that the build is complete.
 */
export const ROUTES_FILE = '.vite/routes.json';
