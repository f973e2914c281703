import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from 'react';
import { ProblemsContext } from './problems.ts';

const box =
  'w-full rounded-lg border border-edge bg-panel px-3 py-2 text-sm text-ink placeholder:text-faint disabled:opacity-60 aria-invalid:border-bad';

/** A field in a row with buttons, without a visible label. */
export const smallBox = 'min-h-9 rounded-lg border border-edge bg-panel px-2.5 text-sm';

type About = { label: ReactNode; hint?: ReactNode };

/** What ties a field to its hint, and to what is wrong with it, which screen readers read with it. */
function useField(hint: ReactNode) {
  const id = useId();
  const problem = useContext(ProblemsContext).get(id);
  const described = [problem !== undefined && `${id}-problem`, hint !== undefined && `${id}-hint`];
  return {
    around: { id, hint, problem },
    field: {
      id,
      'aria-invalid': problem === undefined ? undefined : true,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    },
  };
}

type Around = ReturnType<typeof useField>['around'];

/** What is wrong with a field, and its hint. */
function Below({ id, hint, problem }: Around) {
  return (
    <>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-xs font-medium text-bad">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-faint">
          {hint}
        </p>
      )}
    </>
  );
}

function Labelled({ label, children, ...around }: Around & { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={around.id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      <Below {...around} />
    </div>
  );
}

export function TextField({ label, hint, ...rest }: About & InputHTMLAttributes<HTMLInputElement>) {
  const { around, field } = useField(hint);
  return (
    <Labelled label={label} {...around}>
      <input dir="auto" {...rest} {...field} className={`${box} min-h-9`} />
    </Labelled>
  );
}

export function TextArea({ label, hint, ...rest }: About & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { around, field } = useField(hint);
  return (
    <Labelled label={label} {...around}>
      <textarea dir="auto" rows={4} {...rest} {...field} className={box} />
    </Labelled>
  );
}

export function Select({ label, hint, ...rest }: About & SelectHTMLAttributes<HTMLSelectElement>) {
  const { around, field } = useField(hint);
  return (
    <Labelled label={label} {...around}>
      <select {...rest} {...field} className={`${box} min-h-9`} />
    </Labelled>
  );
}

/** A checkbox with its label. */
export function Switch({
  label,
  hint,
  ...rest
}: About & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const { around, field } = useField(hint);
  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        role="switch"
        {...rest}
        {...field}
        className="relative mt-0.5 h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-edge transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-panel before:transition-transform checked:bg-accent checked:before:translate-x-4 disabled:opacity-60"
      />
      <div>
        <label htmlFor={around.id} className="text-sm font-medium">
          {label}
        </label>
        <Below {...around} />
      </div>
    </div>
  );
}

/** A choice of a few options, side by side: for a list's filter. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  /** null: none of them. */
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  onChoose(value: NoInfer<Value>): void;
}) {
  const name = useId();
  return (
    <fieldset className="relative flex w-fit max-w-full min-w-0 overflow-x-auto rounded-lg border border-line bg-hover p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="rounded-md px-3 py-1 text-sm whitespace-nowrap text-soft has-checked:bg-panel has-checked:font-medium has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
