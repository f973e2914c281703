import { describe } from 'node:test';
import { backupContract } from './store-backup.ts';
import { channelsContract } from './store-channels.ts';
import { countersContract } from './store-counters.ts';
import { jobsContract } from './store-jobs.ts';
import { deploymentsContract } from './store-deployments.ts';
import { creditsContract } from './store-credits.ts';
import { analyticsContract } from './store-analytics.ts';
import { topicsContract } from './store-topics.ts';
import { oauthContract } from './store-oauth.ts';
import { peopleContract } from './store-people.ts';
import { processesContract } from './store-processes.ts';
import { recordsContract } from './store-records.ts';
import type { NewUrl } from './store-seed.ts';
import { triggersContract } from './store-triggers.ts';
import { workContract } from './store-work.ts';
import { workEngineContract } from './work-engine.ts';

/**
 * What every database behind the store has to keep to. `newUrl` gives the address of one without content each time,
 * `emptyUrl` of one without tables, `others` those of databases that a backup of it can be restored into.
 */
export function storeContract(
  name: string,
  newUrl: NewUrl,
  emptyUrl: NewUrl = newUrl,
  others: NewUrl[] = [emptyUrl],
): void {
  describe(`${name}: records`, () => recordsContract(newUrl));
  describe(`${name}: counters`, () => countersContract(newUrl));
  describe(`${name}: work`, () => workContract(newUrl));
  describe(`${name}: work engine`, () => workEngineContract(newUrl));
  describe(`${name}: jobs`, () => jobsContract(newUrl));
  describe(`${name}: triggers`, () => triggersContract(newUrl));
  describe(`${name}: credits and deletion`, () => creditsContract(newUrl));
  describe(`${name}: people`, () => peopleContract(newUrl));
  describe(`${name}: OAuth`, () => oauthContract(newUrl));
  describe(`${name}: insights`, () => analyticsContract(newUrl));
  describe(`${name}: topics`, () => topicsContract(newUrl));
  describe(`${name}: channels`, () => channelsContract(newUrl));
  describe(`${name}: deployments`, () => deploymentsContract(newUrl));
  describe(`${name}: backup`, () => backupContract(newUrl, others));
  describe(`${name}: processes`, () => processesContract(newUrl, emptyUrl));
}
