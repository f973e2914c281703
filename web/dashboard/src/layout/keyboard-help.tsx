import { Dialog } from '../ui/dialog.tsx';

const keys = [
  { keys: ['Ctrl or ⌘', 'K'], does: 'Go to any project, page or conversation, or do something, by its name' },
  { keys: ['?'], does: 'Show these keys' },
  { keys: ['Enter'], does: 'Ask, in the playground' },
  { keys: ['Shift', 'Enter'], does: 'A new line in a question' },
  { keys: ['↑', '↓'], does: 'Go from line to line of a change; Enter comments on one' },
  { keys: ['Ctrl or ⌘', 'Enter'], does: 'Add the comment' },
  { keys: ['Esc'], does: 'Close what is open' },
];

/** The keyboard shortcuts of every page. */
export function KeyboardHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="grid gap-3 text-sm">
        {keys.map(({ keys, does }) => (
          <div key={does} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-md border border-edge bg-hover px-1.5 py-0.5 font-mono text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-soft">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
