import { settingNames, unknownSettings } from '../config.ts';
import { didYouMean } from './did-you-mean.ts';

/** A warning about mistyped settings, which would go unnoticed; null without any. */
export function mistypedSettings(): string | null {
  const told = unknownSettings()
    // Settings of the test suite.
    .filter((name) => !name.startsWith('DOCENT_TEST_'))
    .map((name) => `There is no setting ${name}.${didYouMean(name, settingNames)}`);
  return told.length === 0 ? null : told.join(' ');
}
