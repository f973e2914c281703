/** Keys as their makers write them. Each pattern begins with fixed text, so a scan stays linear. */
const secrets = [
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,200}/g,
  /\bsvc_(?:dsc_)?[A-Za-z0-9]{16,100}/g,
  /\bthk_[A-Za-z0-9]{16,100}/g,
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,100}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,200}/g,
  /\bglpat-[A-Za-z0-9_-]{16,100}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,200}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,50}/g,
  /\bnpm_[A-Za-z0-9]{30,50}/g,
  /\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,1000}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s]{0,8000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
];
const email = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g;
/** 13 to 19 digits, in groups or not: https://en.wikipedia.org/wiki/Payment_card_number */
const digits = /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-]?\d)/g;

/** The same text with mail addresses, keys and card numbers replaced by `[email]`, `[key]` and `[card]`. */
export function maskPrivate(text: string): string {
  let masked = text;
  for (const pattern of secrets) masked = masked.replace(pattern, '[key]');
  if (masked.includes('@')) masked = masked.replace(email, '[email]');
  return masked.replace(digits, (number) => (isCardNumber(number) ? '[card]' : number));
}

/** The check digit of https://en.wikipedia.org/wiki/Luhn_algorithm tells card numbers from other long numbers. */
function isCardNumber(written: string): boolean {
  let sum = 0;
  [...written.replace(/\D/g, '')].reverse().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  });
  return sum > 0 && sum % 10 === 0;
}
