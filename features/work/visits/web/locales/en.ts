export const en = {
  photos: 'Photos of your home',
  before: 'Before',
  after: 'After',
  one: '{{kind}}, {{time}}, photo {{place}} of {{of}}',
  unreadable: 'This photo could not be loaded.',
};
export type Words = { readonly [Name in keyof typeof en]: string };
