import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';

/** Texts of the session list, for all roles. */
export const useSessionsText = registerCatalogue('sessions', {
  en: {
    title: 'Where you are signed in',
    hint: 'See one that is not you? Sign it out.',
    loading: 'Loading your devices',
    failed: 'We could not load your devices.',
    again: 'Try again',
    device: '{{browser}} on {{system}}',
    unknown: 'Unknown device',
    here: 'This device',
    lastSeen: 'Last seen {{day}}, {{time}}',
    since: 'Signed in {{day}}, {{time}}',
    signOut: 'Sign out',
    signOutOf: 'Sign out {{device}}',
    signedOut: '{{device}} is signed out.',
    everywhere: 'Sign out everywhere',
    everywhereHint: 'Ends every session, this one too.',
    signingOut: 'Signing out',
    errors: {
      offline: 'We could not connect. Check your connection, then try again.',
      other: 'That did not work. Nothing was changed. Try again in a moment.',
    },
  },
  zh: {
    title: '您登录的设备',
    hint: '看到不是您的设备？请把它登出。',
    loading: '正在载入您的设备',
    failed: '无法载入您的设备。',
    again: '再试一次',
    device: '{{system}} 上的 {{browser}}',
    unknown: '未知设备',
    here: '这台设备',
    lastSeen: '最后使用：{{day}} {{time}}',
    since: '登录时间：{{day}} {{time}}',
    signOut: '登出',
    signOutOf: '登出{{device}}',
    signedOut: '{{device}}已登出。',
    everywhere: '登出所有设备',
    everywhereHint: '所有设备都会登出，包括这台。',
    signingOut: '正在登出',
    errors: {
      offline: '无法连接。请检查网络，再试一次。',
      other: '没有成功，也没有任何更改。请稍后再试。',
    },
  },
});
