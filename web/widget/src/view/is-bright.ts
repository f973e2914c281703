/** Whether a computed color is bright: `rgb(0, 0, 0)`, `color(srgb 1 1 1)`, `oklch(0.2 0 0)`, `lab(90 0 0)`. */
export function isBright(color: string): boolean {
  const [first = 0, second = 0, third = 0] = (color.replace('p3', '').match(/[\d.]+/g) ?? []).map(Number);
  if (color.startsWith('ok')) return first > 0.5;
  if (color.startsWith('l')) return first > 50;
  return (first + second + third) / 3 > (color.startsWith('rgb') ? 127 : 0.5);
}
