import type { TranslationOf } from '#platform/web/i18n/translate.ts';
import type { en } from './en.ts';

export const zh: TranslationOf<typeof en> = {
  signInTitle: '登录或注册',
  codeTitle: '输入验证码',
  registerTitle: '很高兴认识您',
  registerLead: '号码 {{mobile}} 已确认。只差您的姓名和电邮。',
  firstname: '名字',
  lastname: '姓氏',
  email: '电邮',
  emailHint: '用来寄收据和更改通知。',
  optional: '选填',
  firstnameMissing: '请告诉我们怎么称呼您。',
  emailWrong: '请检查电邮，格式像 name@example.com。',
  agree: '开设账户表示您同意我们的',
  terms: '条款',
  and: '和',
  privacy: '隐私政策',
  create: '开设账户',
  creating: '正在开设账户',
  toMine: '查看我的预约',
  signedInAs: '您已登录：{{name}}。',
  errors: {
    email_in_use: '这个电邮已有账户。请用别的电邮，或登录那个账户。',
    mobile_in_use: '这个号码已有账户。请直接登录。',
    register_token: '验证码已过期。请重新获取。',
  },
};
