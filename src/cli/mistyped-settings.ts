import { settingNames, unknownSettings } from '../config.ts';
import { didYouMean } from './did-you-mean.ts';

/** A mistyped setting has no effect, which nobody notices; null when there is none. */
export function mistypedSettings(): string | null {
  const told = unknownSettings().map(
    (name) => `There is no setting ${name}.${didYouMean(name, settingNames)}`,
  );
  return told.length === 0 ? null : told.join(' ');
}
