/**
 * In the folder of the built web app: the addresses that its table of routes knows. tools/build-web.ts writes it
 * last, so where it lies the build is whole.
 */
export const ROUTES_FILE = '.vite/routes.json';
