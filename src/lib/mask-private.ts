import { replaceSecrets } from './secret-shapes.ts';

/** Matches only at the start of a run of its characters, so that time stays linear. */
const email = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g;
/** `name@1.2.3`: no domain ends in a number. */
const isVersion = /\.\d[^.]*$/;
/** 13 to 19 digits, in groups or not: https://en.wikipedia.org/wiki/Payment_card_number */
const digits = /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-]?\d)/g;

/**
 * Replaces mail addresses, keys and card numbers by `[email]`, `[key]` and `[card]`, in linear time.
 */
export function maskPrivate(text: string): string {
  const secrets = replaceSecrets(text, maskOf);
  const masked = secrets.includes('@')
    ? secrets.replace(email, (found) => (isVersion.test(found) ? found : '[email]'))
    : secrets;
  return masked.replace(digits, (number) => (isCardNumber(number) ? '[card]' : number));
}

/** In a URL only the password is replaced. */
function maskOf(kind: string): string {
  return kind.startsWith('://') ? `${kind}[key]` : '[key]';
}

/** The check digit distinguishes card numbers from other numbers: https://en.wikipedia.org/wiki/Luhn_algorithm */
function isCardNumber(written: string): boolean {
  let sum = 0;
  [...written.replace(/\D/g, '')].reverse().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  });
  return sum > 0 && sum % 10 === 0;
}
