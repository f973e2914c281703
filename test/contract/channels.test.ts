import { describe } from 'node:test';
import { discordScene, githubScene, slackScene, webhookScene } from '../helpers/channel-scenes.ts';
import { channelContract } from './channel.ts';

describe('Slack', () => channelContract(slackScene));
describe('Discord', () => channelContract(discordScene));
describe('GitHub', () => channelContract(githubScene));
describe('a plain webhook', () => channelContract(webhookScene));
