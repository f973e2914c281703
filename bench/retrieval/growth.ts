import { readFileSync } from 'node:fs';

/** Milliseconds. */
type Spread = { p50: number; p95: number };

/** Of the clock, and of processor in all threads. */
type Taken = { clock: Spread; processor: Spread };

/** What an index of a size takes. Seconds are of processor, the memory is the most of the process. */
export type Growth = {
  sections: number;
  buildSeconds: number;
  buildMegabytes: number;
  fileMegabytes: number;
  megabytes: number;
  hybrid: Taken;
  words: Taken;
  /** Of the ten most similar sections, against a comparison with all. */
  recall: number;
};

export type BuildFigures = Record<'sections' | 'buildSeconds' | 'buildMegabytes' | 'fileMegabytes', number>;

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

/** The most memory that this process held. Linux counts that of its parent into `maxRSS` if it was larger, getrusage(2). */
export function peakMegabytes(): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))!;
  return megabytes(Number(kibibytes) * 1024);
}

/** Of processor, in all threads. */
export function seconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

type Line = { name: string; style: string; valueOf: (of: Growth) => number };

const [width, height, left, top, plotWidth, plotHeight] = [760, 300, 56, 44, 280, 200];

/** An SVG in light and dark: milliseconds of a search, and megabytes, by sections. Both axes are logarithmic. */
export function drawGrowth(all: readonly Growth[]): string {
  const searches: Line[] = [
    { name: 'words and vectors, p95', style: 'a', valueOf: (of) => of.hybrid.processor.p95 },
    { name: 'words and vectors, p50', style: 'a dashed', valueOf: (of) => of.hybrid.processor.p50 },
    { name: 'words, p95', style: 'b', valueOf: (of) => of.words.processor.p95 },
    { name: 'words, p50', style: 'b dashed', valueOf: (of) => of.words.processor.p50 },
  ];
  const sizes: Line[] = [
    { name: 'file', style: 'b', valueOf: (of) => of.fileMegabytes },
    { name: 'memory of a search', style: 'a', valueOf: (of) => of.megabytes },
    { name: 'memory of a build', style: 'a dashed', valueOf: (of) => of.buildMegabytes },
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="What a search and an index take, by sections">
<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 } .axis { fill: #59636e }
line { stroke: #d1d9e0 } path { fill: none; stroke-width: 2 } .a { stroke: #0969da } .b { stroke: #bc4c00 }
.dashed { stroke-dasharray: 4 4 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc } .axis { fill: #9198a1 } line { stroke: #3d444d } .a { stroke: #4493f8 } .b { stroke: #f0883e }
}
</style>
${drawPlot(left, 'Processor time of a search in all threads, ms', searches, all, [1, 10, 100, 1000])}
${drawPlot(left + plotWidth + 100, 'Megabytes', sizes, all, [10, 100, 1000, 10_000])}
</svg>
`;
}

function drawPlot(x: number, title: string, lines: Line[], all: readonly Growth[], ticks: number[]): string {
  const across = (value: number) => x + (plotWidth * Math.log10(value / 4000)) / Math.log10(300);
  const share = (value: number) => Math.log10(value / ticks[0]!) / Math.log10(ticks.at(-1)! / ticks[0]!);
  const down = (value: number) => top + plotHeight * (1 - share(Math.max(ticks[0]!, value)));
  const points = ({ valueOf }: Line) =>
    all.map((of) => `${across(of.sections).toFixed(1)} ${down(valueOf(of)).toFixed(1)}`);
  return [
    `<text class="title" x="${x - 40}" y="20">${title}</text>`,
    ...ticks.flatMap((tick) => [
      `<line x1="${x}" x2="${x + plotWidth}" y1="${down(tick)}" y2="${down(tick)}"/>`,
      `<text class="axis" x="${x - 6}" y="${down(tick) + 4}" text-anchor="end">${tick.toLocaleString('en')}</text>`,
    ]),
    ...[10_000, 100_000, 1_000_000].map(
      (tick) =>
        `<text class="axis" x="${across(tick)}" y="${top + plotHeight + 18}" text-anchor="middle">${tick.toLocaleString('en')}</text>`,
    ),
    `<text class="axis" x="${x}" y="${top + plotHeight + 36}">sections</text>`,
    ...lines.map((line) => `<path class="${line.style}" d="M${points(line).join('L')}"/>`),
    ...lines.flatMap(({ name, style }, i) => [
      `<path class="${style}" d="M${x + 8} ${top + 12 + 16 * i}h20"/>`,
      `<text x="${x + 34}" y="${top + 16 + 16 * i}">${name}</text>`,
    ]),
  ].join('\n');
}
