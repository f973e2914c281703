import { cpuTime } from '../lib/sandbox/cpu-watch.ts';
import { type Ask, serveSandbox } from '../lib/sandbox/serve-sandbox.ts';
import type { Task, TaskResult } from './worker-tasks.ts';

// Each kind's code is loaded with its first task. What takes long is loaded before the task's CPU time counts.
serveSandbox(resultOf, async (task: Task) => {
  if (task.kind === 'pages' || task.kind === 'reading' || task.kind === 'load') {
    const { loadFinisher } = await import('./parse-sealed.ts');
    await loadFinisher(task.finisher);
  }
  if (task.kind === 'reading' || task.kind === 'load') await import('./reading/serve-reading.ts');
});

async function resultOf(task: Task, ask: Ask): Promise<TaskResult<Task>> {
  switch (task.kind) {
    case 'pages': {
      const { parseSealed } = await import('./parse-sealed.ts');
      return parseSealed(task);
    }
    case 'config': {
      const { readModule } = await import('./config/read-module.ts');
      let fault: string | null = null;
      const exports = readModule(task.source, (reason) => (fault = reason));
      return { exports, fault };
    }
    case 'openapi': {
      const { readOperations } = await import('./openapi/read-operations.ts');
      return { operations: readOperations(task.source) };
    }
    case 'html': {
      const { reduceHtml } = await import('./sources/site/reduce-html.ts');
      const reduced = reduceHtml(task.source);
      if (reduced === null || task.source.as !== 'built') return { reduced };
      const { readBuiltPage } = await import('./built/read-built-page.ts');
      const page = readBuiltPage(task.source);
      return { reduced: { ...reduced, text: page === null ? '' : JSON.stringify(page) } };
    }
    case 'built': {
      const { readBuiltPage } = await import('./built/read-built-page.ts');
      return { pages: task.pages.map(readBuiltPage) };
    }
    case 'built-map': {
      const { readGeneratorMap } = await import('./built/read-map.ts');
      return readGeneratorMap(task.source);
    }
    case 'sitemap': {
      const { readSitemap } = await import('./sources/site/sitemap.ts');
      return { sitemap: readSitemap(task.source) };
    }
    case 'llms': {
      const { splitLlms } = await import('./sources/split-llms.ts');
      return splitLlms(task.source);
    }
    case 'document': {
      const { readDocument } = await import('./sources/files/read-document.ts');
      return { fault: await readDocument(task.source, ask) };
    }
    case 'reading': {
      const { takeStep } = await import('./reading/serve-reading.ts');
      const before = cpuTime();
      const outcome = await takeStep(task, { ask, run: (inner) => resultOf(inner, ask) });
      return { ...outcome, cpu: cpuTime() - before };
    }
    case 'load':
      return null;
  }
}
