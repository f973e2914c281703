import { isBright } from './is-bright.ts';
import { channels, luminance, textOn } from '../loader/kept-look.ts';

export type Theme = 'light' | 'dark';

/** The page's current theme: by the attributes of docs frameworks, or else by the brightness of its text. */
export function pageTheme(): Theme {
  const { documentElement: html, body } = document;
  const sign = `${html.dataset['theme'] ?? ''} ${html.dataset['colorMode'] ?? ''} ${body.dataset['mdColorScheme'] ?? ''} ${html.className}`;
  if (/\b(dark|slate)\b/.test(sign)) return 'dark';
  if (/\b(light|default)\b/.test(sign)) return 'light';
  return isBright(getComputedStyle(body).color) ? 'dark' : 'light';
}

/** Calls back when the page's theme may have changed. @returns a function that stops this */
export function watchTheme(changed: () => void): () => void {
  const watch = () => {
    observer.observe(document.documentElement, { attributes: true, childList: true });
    observer.observe(document.body, { attributes: true });
  };
  const observer = new MutationObserver(() => {
    // Some routers replace the body.
    watch();
    changed();
  });
  watch();
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  // During a transition, the text's colour is final only at its end.
  const faded = ({ target }: Event) => void (target === document.body && changed());
  addEventListener('transitionend', faded);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
    removeEventListener('transitionend', faded);
  };
}

const background = { light: '#ffffff', dark: '#16181d' };
const minContrast = 4.6;

/** The accent for surfaces, for the text on them, and for links, which must be readable on the panel. */
export function accentColors(
  color: string,
  theme: Theme,
): Record<'--accent' | '--on-accent' | '--link', string> {
  return { '--accent': color, '--on-accent': textOn(color), '--link': readable(color, theme) };
}

/** Mixed with black or white until it is readable. https://www.w3.org/TR/WCAG22/#contrast-minimum */
function readable(color: string, theme: Theme): string {
  const ink = theme === 'light' ? 0 : 255;
  for (let part = 0; part <= 1; part += 0.1) {
    const mixed = channels(color).map((value) => Math.round(value + (ink - value) * part));
    const css = `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(css, background[theme]) >= minContrast) return css;
  }
  return theme === 'light' ? '#000' : '#fff';
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}
