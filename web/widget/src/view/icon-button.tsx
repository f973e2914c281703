import type { LabelName } from '../text/en.ts';
import { Icon } from './icon.tsx';
import { useSession } from './session.ts';

type Props = {
  icon: Parameters<typeof Icon>[0]['name'];
  label: LabelName;
  onClick(): void;
  pressed?: boolean;
};

export function IconButton({ icon, label, onClick, pressed }: Props) {
  const { say } = useSession();
  return (
    <button
      type="button"
      class="icon"
      aria-label={say(label)}
      title={say(label)}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
