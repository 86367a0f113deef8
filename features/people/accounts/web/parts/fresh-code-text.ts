import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';

/** Texts of the step that confirms the user's identity with a code. */
export const useFreshCodeText = registerCatalogue('fresh-code', {
  en: {
    proof: 'To be sure it is you, we text a code to +65 {{mobile}}.',
    codeSent: 'We texted a code to +65 {{mobile}}.',
    code: '6-digit code',
    sendCode: 'Text me a code',
    sendingCode: 'Sending the code',
    confirm: 'Confirm',
    checking: 'Checking the code',
    cancel: 'Cancel',
  },
  zh: {
    proof: '为了确认是您本人，我们会发验证码到 +65 {{mobile}}。',
    codeSent: '验证码已发到 +65 {{mobile}}。',
    code: '六位验证码',
    sendCode: '发验证码给我',
    sendingCode: '正在发送验证码',
    confirm: '确认',
    checking: '正在核对验证码',
    cancel: '取消',
  },
});
