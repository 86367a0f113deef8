import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';

/** Texts for changing one's own number, for customers and cleaners. */
export const useChangeMobileText = registerCatalogue('change-mobile', {
  en: {
    title: 'Mobile number',
    now: 'Codes go to +65 {{mobile}}.',
    change: 'Change number',
    number: 'New mobile number',
    numberHint: 'We text a code there. Your old number gets a notice.',
    numberWrong: 'Check the number. It has 8 digits and begins with 8 or 9.',
    sendCode: 'Text me a code',
    sendingCode: 'Sending the code',
    codeSent: 'We texted a code to +65 {{mobile}}.',
    code: '6-digit code',
    confirm: 'Use this number',
    checking: 'Checking the code',
    cancel: 'Cancel',
    changed: 'Your number has changed. Your other devices are signed out.',
  },
  zh: {
    title: '手机号码',
    now: '验证码会发到 +65 {{mobile}}。',
    change: '更改号码',
    number: '新的手机号码',
    numberHint: '我们会发验证码到这个号码，并通知旧号码。',
    numberWrong: '请检查号码：八位数字，8 或 9 开头。',
    sendCode: '发验证码给我',
    sendingCode: '正在发送验证码',
    codeSent: '验证码已发到 +65 {{mobile}}。',
    code: '六位验证码',
    confirm: '使用这个号码',
    checking: '正在核对验证码',
    cancel: '取消',
    changed: '号码已更改。您的其他设备已登出。',
  },
});
