import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { applyTheme, currentTheme, type Theme } from './theme.ts';

const next = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;
const icons = { system: Monitor, light: Sun, dark: Moon };

export function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme);
  const Icon = icons[theme];
  const change = () => {
    applyTheme(next[theme]);
    setTheme(next[theme]);
  };
  return (
    <IconButton label={`Theme: ${theme}. Change to ${next[theme]}.`} onClick={change}>
      <Icon size={17} aria-hidden />
    </IconButton>
  );
}
