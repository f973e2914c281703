export const wide = { width: 1200, height: 800 };
export const colours = ['color-contrast', 'heading-order'];
const sizes = ['target-size', 'scrollable-region-focusable', 'heading-order'];
/** All rules once; then those that other colours or another width can break. */
export const looks = [
  { name: 'light', media: {}, viewport: wide, rules: undefined },
  { name: 'dark', media: { colorScheme: 'dark' }, viewport: wide, rules: colours },
  { name: 'forced colours', media: { forcedColors: 'active' }, viewport: wide, rules: colours },
  { name: 'phone', media: {}, viewport: { width: 360, height: 640 }, rules: sizes },
  { name: '200 % zoom', media: {}, viewport: { width: 600, height: 400 }, rules: sizes },
] as const;

/** The class or tag of what has the focus inside the widget. */
export const focusedInWidget = `(() => {
  const { className, tagName } = document.querySelector('docent-assistant').shadowRoot.activeElement;
  return className || tagName;
})()`;
