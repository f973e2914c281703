import { join } from 'node:path';
import { rolldown } from 'rolldown';

const app = join(import.meta.dirname, 'use-chat-app.ts');

/** A page with `useChat` of one major of the AI SDK, which takes `api`, `key` and `id` from its address. */
export async function useChatPage(major: number): Promise<string> {
  const bundle = await rolldown({
    input: app,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
    plugins: [
      {
        name: 'one-major',
        async resolveId(source) {
          if (source !== 'use-chat' && source !== 'ai-of-use-chat') return null;
          const useChat = await this.resolve(`use-chat-${major}`, app);
          // The transport has to be of the same release.
          return source === 'use-chat' ? useChat : this.resolve('ai', useChat!.id);
        },
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  const code = output[0].code.replaceAll('</script', '<\\/script');
  return `<!doctype html><meta charset="utf-8"><title>Chat</title><main></main><script>${code}</script>`;
}
