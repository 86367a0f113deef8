import type { TranslationOf } from '#platform/web/i18n/translate.ts';
import type { en } from './en.ts';

export const zh: TranslationOf<typeof en> = {
  oneMoment: '请稍等',
  mobile: '手机号码',
  mobileHint: '八位数字。我们会发短信验证码给您，不需要密码。',
  mobileWrong: '请检查号码：八位数字，8 或 9 开头。',
  stay: '在这台设备上保持登录',
  stayHint: '最多30天，只限您自己的设备。不勾选的话，关闭浏览器后会自动登出。',
  sendCode: '发验证码给我',
  sendingCode: '正在发送验证码',
  codeSent: '验证码已发到 {{mobile}}。',
  changeNumber: '更改号码',
  code: '六位验证码',
  signIn: '登录',
  checkingCode: '正在核对验证码',
  newCode: '重新发送验证码',
  newCodeIn_other: '{{count}} 秒后可以重新发送验证码。',
  newCodeSent: '新的验证码已发出，旧的已失效。',
  errors: {
    offline: '无法连接。请检查网络，再试一次。',
    otp_wrong: '验证码不对。请查看短信，再试一次。',
    otp_expired: '验证码已失效。请重新获取。',
    throttled: '尝试次数太多。请稍后再试。',
    throttledFor: '尝试次数太多。请 {{wait}}后再试。',
  },
};
