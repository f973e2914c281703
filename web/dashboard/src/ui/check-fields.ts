type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What is wrong with a form's fields, in our words: browsers speak the language of the system, and one field at a time.
 * The fields are marked, and the first one gets the focus.
 */
export function checkFields(form: HTMLFormElement): string[] {
  const fields = [...form.elements].filter((each): each is Field => 'labels' in each && 'validity' in each);
  const wrong = fields.filter((field) => field.willValidate && !field.validity.valid);
  for (const field of fields) {
    if (wrong.includes(field)) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
  }
  wrong[0]?.focus();
  return wrong.map((field) => `${nameOf(field)}: ${problemOf(field)}`);
}

const nameOf = (field: Field) => field.labels?.[0]?.textContent?.trim() ?? field.name;

function problemOf(field: Field): string {
  const { validity, validationMessage } = field;
  if (validity.valueMissing) return 'this is needed.';
  if (validity.typeMismatch && field.type === 'email') return 'an e-mail address looks like ada@example.com.';
  if (validity.typeMismatch) return 'a web address begins with https:// or http://.';
  if (validity.tooShort) return `at least ${(field as HTMLInputElement).minLength} characters.`;
  if (validity.rangeUnderflow) return `at least ${(field as HTMLInputElement).min}.`;
  if (validity.rangeOverflow) return `at most ${(field as HTMLInputElement).max}.`;
  if (validity.badInput || validity.stepMismatch) return 'a whole number.';
  return field.title || validationMessage;
}
