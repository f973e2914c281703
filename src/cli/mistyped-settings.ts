import { settingNames, unknownSettings } from '../config.ts';
import { didYouMean } from './did-you-mean.ts';

/** A mistyped setting has no effect, which nobody notices; null when there is none. */
export function mistypedSettings(): string | null {
  const told = unknownSettings()
    // Those that a contributor gives to the tests.
    .filter((name) => !name.startsWith('DOCENT_TEST_'))
    .map((name) => `There is no setting ${name}.${didYouMean(name, settingNames)}`);
  return told.length === 0 ? null : told.join(' ');
}
