import { createContext, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { RequestError } from '../api/request.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** What is wrong with fields, by their ids. */
type Problems = ReadonlyMap<string, string>;

const none: Problems = new Map();
/** Of the form around. */
export const ProblemsContext = createContext(none);

/** What is wrong with a form's fields, in our words: browsers speak the language of the system, and one field at a time. */
export function useProblems() {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState(none);
  /** The first field gets the focus when its problem is there to be read with it. */
  const show = (found: Problems) => {
    flushSync(() => setProblems(found));
    const first = fieldsOf(form.current!).find(({ id }) => found.has(id));
    first?.closest('details')?.setAttribute('open', '');
    first?.focus();
  };
  return {
    form,
    problems,
    /** Whether the form may be sent. */
    check(): boolean {
      const wrong = fieldsOf(form.current!).filter((field) => field.willValidate && !field.validity.valid);
      show(new Map(wrong.map((field) => [field.id, problemOf(field)])));
      return wrong.length === 0;
    },
    /** Shows at the fields what the server found wrong with them. */
    showError(
      error: unknown,
      fieldOf: (path: string, form: HTMLFormElement) => string = (path) => path,
    ): void {
      if (!(error instanceof RequestError) || form.current === null) return;
      const { elements } = form.current;
      const found = new Map<string, string>();
      for (const { path, message } of error.details) {
        const field = elements.namedItem(fieldOf(path, form.current));
        if (field instanceof HTMLElement) found.set(field.id, message);
      }
      show(found);
    },
    /** The field was changed. */
    forget(field: EventTarget): void {
      if (!(field instanceof HTMLElement) || !problems.has(field.id)) return;
      setProblems(new Map([...problems].filter(([id]) => id !== field.id)));
    },
  };
}

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((each): each is Field => 'labels' in each && 'validity' in each);

function problemOf(field: Field): string {
  const { validity, title } = field;
  const { min, max, minLength } = field as HTMLInputElement;
  if (validity.valueMissing) return field.localName === 'select' ? 'Choose one.' : 'Fill this in.';
  if (validity.typeMismatch && field.type === 'email')
    return 'Enter an e-mail address, such as ada@example.com.';
  if (validity.typeMismatch) return 'Enter a web address that begins with https:// or http://.';
  if (validity.tooShort) return `Use at least ${minLength} characters.`;
  if (validity.rangeUnderflow) return `Enter ${min} or more.`;
  if (validity.rangeOverflow) return `Enter ${max} or less.`;
  if (validity.badInput || validity.stepMismatch) return 'Enter a whole number.';
  return title || 'This is not in the expected format.';
}
