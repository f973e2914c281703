/** The button's look before the server is asked: as it was the last time. */
type ButtonLook = { color?: string | null; label?: string | null; position?: string | null };

const storageName = (domain: string) => `docent:${domain}:look`;

/** The server's settings, stored by the browser, because the loader makes no request. */
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
    // Without storage, the defaults are used.
  }
}

/** Black or white, whichever is readable on `#rrggbb`. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function textOn(color: string): string {
  return luminance(color) > 0.179 ? '#000' : '#fff';
}

/** 0 for black to 1 for white; approximates sRGB's curve within a percent. */
export function luminance(color: string): number {
  return channels(color).reduce(
    (sum, value, at) => sum + (value / 255) ** 2.2 * [0.2126, 0.7152, 0.0722][at]!,
    0,
  );
}

export function channels(color: string): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}
