import { ApiError } from '#platform/web/api/api-error.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { defineTexts, useText } from '#platform/web/i18n/texts.ts';
import { timeToWaitOf } from '#platform/web/time-to-wait.ts';

const KNOWN = ['offline', 'throttled', 'reset_link_dead'] as const;

/** The error message, announced and translated. */
export function PasswordProblem({ problem }: { readonly problem: Error | null }) {
  const { t, language } = useText(passwordTexts);
  const code = KNOWN.find((known) => problem instanceof ApiError && problem.code === known) ?? 'other';
  const wait = code === 'throttled' ? timeToWaitOf(problem, language) : null;
  const sentence = wait === null ? t(`errors.${code}`) : t('errors.throttledFor', { wait });
  return <div role="alert">{problem && <Notice kind="bad">{sentence}</Notice>}</div>;
}

/** Texts for forgotten passwords. Only the office has passwords; others get here by mistake. */
export const passwordTexts = defineTexts({
  en: {
    forgotten: 'Forgotten password',
    noPassword: 'Customers and cleaners sign in with a code by SMS, without a password.',
    customer: 'Customer sign-in',
    cleaner: 'Cleaner sign-in',
    office: 'Office sign-in',
    who: 'In the office? Type your sign-in name and we e-mail you a link to set a new password.',
    name: 'Sign-in name',
    nameMissing: 'Type your sign-in name.',
    send: 'E-mail me a link',
    sending: 'Sending',
    sent: 'If we know this name, a link is on its way to the e-mail address of its admin. It works for 30 minutes.',
    nothing:
      'Nothing after a few minutes? Look in the spam folder, or ask another admin to set a new password for you.',
    fresh: 'New password',
    freshHint: 'At least 12 characters. A few words are easy to remember.',
    short: 'Use at least 12 characters.',
    long: 'Use at most 128 characters.',
    set: 'Set password',
    setting: 'Setting the password',
    done: 'Your new password is set. You are signed out everywhere.',
    noToken: 'Open the newest link in your e-mail to set a new password.',
    again: 'Ask for a new link',
    errors: {
      offline: 'We could not connect. Check your connection, then try again.',
      throttled: 'Too many tries. Wait a little, then try again.',
      throttledFor: 'Too many tries. Try again in {{wait}}.',
      reset_link_dead:
        'This link no longer works. It works once, for a limited time, and only the newest one.',
      other: 'That did not work. Nothing was changed. Try again in a moment.',
    },
  },
  zh: {
    forgotten: '忘记密码',
    noPassword: '顾客和清洁员用短信验证码登录，不需要密码。',
    customer: '顾客登录',
    cleaner: '清洁员登录',
    office: '办公室登录',
    who: '您是办公室人员？请输入登录名，我们会用电邮发链接给您设定新密码。',
    name: '登录名',
    nameMissing: '请输入登录名。',
    send: '发链接给我',
    sending: '正在发送',
    sent: '如果有这个登录名，链接已发到该管理员的电邮，30 分钟内有效。',
    nothing: '几分钟后还没收到？请查看垃圾邮件，或请另一位管理员为您设定新密码。',
    fresh: '新密码',
    freshHint: '至少 12 个字符。用几个词组成会比较好记。',
    short: '至少要 12 个字符。',
    long: '最多 128 个字符。',
    set: '设定密码',
    setting: '正在设定密码',
    done: '新密码已设定。所有设备都已登出。',
    noToken: '请打开电邮里最新的链接来设定新密码。',
    again: '重新发送链接',
    errors: {
      offline: '无法连接。请检查网络，再试一次。',
      throttled: '尝试次数太多。请稍后再试。',
      throttledFor: '尝试次数太多。请 {{wait}}后再试。',
      reset_link_dead: '这个链接已失效。链接只能用一次，过期失效，而且只有最新的一个可用。',
      other: '没有成功，也没有任何更改。请稍后再试。',
    },
  },
});
