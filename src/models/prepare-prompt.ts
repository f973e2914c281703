import type { LanguageModelV4Message, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Prompt } from './model.ts';

type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content'];
type Preparation = { seesImages: boolean; cacheMark: SharedV4ProviderOptions | null };

/**
 * Adapts a prompt to a provider. System messages are joined, because many local models accept only one; for providers
 * whose cache needs a mark, they stay separate and the first, which never changes, gets the mark.
 */
export function preparePrompt(prompt: Prompt, { seesImages, cacheMark }: Preparation): Prompt {
  const system = prompt.filter(({ role }) => role === 'system').map(({ content }) => content as string);
  const rest = prompt.filter(({ role }) => role !== 'system');
  const messages = seesImages ? rest : rest.map(withoutImages);
  if (system.length === 0) return messages;
  if (cacheMark === null) return [{ role: 'system', content: system.join('\n\n') }, ...messages];
  const [stable = '', ...others] = system;
  return [
    { role: 'system', content: stable, providerOptions: cacheMark },
    ...others.map((content) => ({ role: 'system' as const, content })),
    ...messages,
  ];
}

export function withoutImages(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role !== 'user') return message;
  const content = message.content.map((part): UserContent[number] => {
    return part.type === 'file'
      ? { type: 'text', text: 'An attached picture could not be read: this model takes no pictures.' }
      : part;
  });
  return { ...message, content };
}
