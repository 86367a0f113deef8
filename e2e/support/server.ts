/** The Kemas that the stories are told to: where it answers, and who holds its first key. */
export const PORT = Number(process.env.STORIES_PORT ?? 3999);
export const ORIGIN = `http://127.0.0.1:${PORT}`;

/** The admin that the first start makes. */
export const OFFICE = { identity: 'siti', password: 'the key to the office' } as const;

/** Where a story's stand-in of Facebook's Graph API answers, and the app that it knows. */
export const GRAPH_PORT = PORT + 300;
export const FACEBOOK = { appId: '1784390112233', appSecret: 'a-secret-of-the-stories' } as const;
