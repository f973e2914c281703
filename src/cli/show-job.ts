import { counted } from './counted.ts';

type Event = Record<string, any>;

/** A job's event as lines for a terminal. */
export function describeEvent(event: Event): string[] {
  switch (event['type']) {
    case 'phase':
      return [`• ${event['phase']}`];
    case 'step':
      return describeStep(event);
    case 'checks':
      return event['findings'].length === 0
        ? ['  Nothing is newly broken.']
        : event['findings'].map((finding: string) => `  ! ${clean(finding)}`);
    case 'proof':
      return [
        `  Answers ${event['gained']} more and loses ${event['lost']} of ${counted(event['asked'], 'question', 'questions')}.`,
      ];
    case 'waiting':
      return [`  ${event['message']}`];
    case 'summary':
      return [event['title'], ...event['summary']].map((line: string) => `  ${clean(line)}`);
    case 'pull-request':
      return [
        `• ${event['draft'] ? 'draft pull request' : 'pull request'}: ${event['url']}`,
        ...(event['notAsked'] ?? []).map((name: string) => `  The forge refused: ${clean(name)}`),
      ];
    case 'status':
      return event['error'] ? [`• ${event['status']}: ${event['error'].message}`] : [`• ${event['status']}`];
    default:
      return [];
  }
}

function describeStep({ step, text, tools, files, usage }: Event): string[] {
  const calls = (tools as { name: string; summary: string; ok: boolean }[]).map(
    ({ name, summary, ok }) => `    ${ok ? '✓' : '✗'} ${name}${summary === '' ? '' : ` ${clean(summary)}`}`,
  );
  const cost = usage.costMicros > 0 ? `, $${(usage.costMicros / 1_000_000).toFixed(2)}` : '';
  const tokens = usage.inputTokens + usage.outputTokens;
  const head = `  ${step}. ${counted(files.length, 'file', 'files')} changed${tokens > 0 ? `, ${tokens} tokens${cost}` : ''}`;
  return [head, ...(text === '' ? [] : [`    ${clean(text).slice(0, 300)}`]), ...calls];
}

/** Removes escape sequences, because a model's text is untrusted. */
const clean = (text: string) => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
