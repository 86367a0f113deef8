/** E-mails to admins about their sign-in. Replies are not read. */
interface To {
  readonly fullname: string;
  readonly business: string;
}

const NOT_YOU = 'Not you? Ask another admin to set a new password for you, right away.';

function mail(subject: string, { fullname, business }: To, lines: readonly string[]) {
  return { subject, body: [`Hello ${fullname},`, '', ...lines, '', business].join('\n') };
}

/** The link is the whole secret: the text says how long it works, and that it works once. */
export function resetLinkMail(
  to: To,
  { link, minutes }: { readonly link: string; readonly minutes: number },
) {
  return mail('Set a new password for the office', to, [
    'Open this link to set a new password:',
    '',
    link,
    '',
    `It works once, for ${minutes} minutes.`,
    'Did not ask for this? Ignore this e-mail, and your password stays the same.',
  ]);
}

/** For a new admin, who has no password yet. */
export function invitationMail(
  to: To,
  { link, identity, days }: { readonly link: string; readonly identity: string; readonly days: number },
) {
  return mail(`Choose your password for the ${to.business} office`, to, [
    `You can now sign in to the office as ${identity}. Open this link to choose your password:`,
    '',
    link,
    '',
    `It works once, for ${days} days. After that, choose "Forgotten your password?" on the sign-in page.`,
  ]);
}

export function passwordChangedMail(to: To) {
  return mail('Your office password has changed', to, [
    'Your password was set with the link we e-mailed to you. You are signed out everywhere.',
    NOT_YOU,
  ]);
}

/** Wrong passwords come from many addresses, each of which is below its limit. */
export function passwordGuessedMail(to: To) {
  return mail('Someone is guessing your office password', to, [
    'There have been many wrong passwords for your office sign-in within an hour, from several places.',
    'We have slowed down further attempts. You can still sign in as usual in a browser that you have used before.',
    'If you reuse this password anywhere, change it now. To be safe, turn on the code at sign-in in your account.',
  ]);
}

/** Sent to the old address: someone who took over the account reads the new one. */
export function emailChangedMail(to: To) {
  return mail('Your office e-mail address has changed', to, [
    'E-mails about your office sign-in now go to another address.',
    'Not you? Call the office right away.',
  ]);
}

export function recoveryCodeUsedMail(to: To, left: number) {
  const codes = left === 1 ? '1 recovery code is' : `${left} recovery codes are`;
  return mail('A recovery code was used', to, [
    `Someone signed in to the office with one of your recovery codes. ${codes} left.`,
    'Running low? Turn the code at sign-in off and on again in your account to get ten new ones.',
    NOT_YOU,
  ]);
}

export function totpChangedMail(to: To, change: 'on' | 'off' | 'reset') {
  const said = {
    on: 'From now on your office sign-in asks for a code from your authenticator app.',
    off: 'Your office sign-in no longer asks for a code from your authenticator app.',
    reset:
      'Another admin turned off the code at your office sign-in, and you are signed out everywhere. Sign in with your password, then turn it on again in your account.',
  };
  return mail(`The code at your sign-in is ${change === 'on' ? 'on' : 'off'}`, to, [said[change], NOT_YOU]);
}
