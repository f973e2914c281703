import { holdTab, rove } from './roving.ts';

type Props = { label: string; texts: readonly string[]; onChoose(text: string): void };

/** Questions to choose from: one tab stop, with arrow keys between them. */
export function Choices({ label, texts, onChoose }: Props) {
  if (texts.length === 0) return null;
  return (
    <div class="choices" role="group" aria-label={label} onKeyDown={rove} onFocusIn={holdTab}>
      <p class="small" aria-hidden="true">
        {label}
      </p>
      {texts.map((text, at) => (
        <button type="button" key={text} tabIndex={at === 0 ? 0 : -1} onClick={() => onChoose(text)}>
          {text}
        </button>
      ))}
    </div>
  );
}
