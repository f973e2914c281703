/** How the button looks, until the server is asked: as it said the last time. */
type ButtonLook = { color?: string | null; label?: string | null; position?: string | null };

const storageName = (domain: string) => `docent:${domain}:look`;

/** What the server said of its looks; kept by the browser, because the loader asks the server for nothing. */
export function readLook(domain: string): ButtonLook {
  try {
    return JSON.parse(localStorage[storageName(domain)] ?? '{}') as ButtonLook;
  } catch {
    return {};
  }
}

export function keepLook(domain: string, look: ButtonLook): void {
  try {
    localStorage.setItem(storageName(domain), JSON.stringify(look));
  } catch {
    // A browser that keeps nothing shows the defaults.
  }
}

/** Black or white, whichever can be read on `#rrggbb`. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function textOn(color: string): string {
  return luminance(color) > 0.179 ? '#000' : '#fff';
}

/** 0 for black to 1 for white; the curve of sRGB within a percent. */
export function luminance(color: string): number {
  return channels(color).reduce(
    (sum, value, at) => sum + (value / 255) ** 2.2 * [0.2126, 0.7152, 0.0722][at]!,
    0,
  );
}

export function channels(color: string): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}
