import { useState } from 'preact/hooks';
import { IconButton } from './icon-button.tsx';
import { useSession } from './session.ts';

type Props = {
  onClose?: (() => void) | undefined;
  onHistory(): void;
  onNew: (() => void) | undefined;
  isHistory: boolean;
};

export function Header({ onClose, onHistory, onNew, isHistory }: Props) {
  const { look } = useSession();
  const [noLogo, setNoLogo] = useState(false);
  return (
    <header class="head">
      {look.logo !== undefined && !noLogo && (
        <img
          class="logo"
          src={look.logo}
          alt=""
          referrerpolicy="no-referrer"
          onError={() => setNoLogo(true)}
        />
      )}
      <h1 id="title">{look.name}</h1>
      {onNew && <IconButton icon="plus" label="newChat" onClick={onNew} />}
      <IconButton
        icon={isHistory ? 'back' : 'clock'}
        label={isHistory ? 'back' : 'history'}
        onClick={onHistory}
      />
      {onClose && <IconButton icon="close" label="close" onClick={onClose} />}
    </header>
  );
}
