import { type Config, loadConfig, type Overrides } from '../config.ts';
import { followProxies } from '../lib/outgoing.ts';

/** The configuration of one command, whose requests from now on take its proxies. */
export function readConfig(overrides: Overrides): Config {
  const config = loadConfig(overrides);
  followProxies(config.proxies);
  return config;
}
