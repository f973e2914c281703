/** A trend as a line; `label` describes it for screen readers. */
export function Sparkline({
  values,
  label,
  wide = false,
}: {
  values: number[];
  label: string;
  wide?: boolean;
}) {
  const max = Math.max(1, ...values);
  const step = values.length > 1 ? 96 / (values.length - 1) : 0;
  const points = values.map(
    (value, at) => `${(2 + at * step).toFixed(1)},${(26 - (value / max) * 22).toFixed(1)}`,
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 30"
      preserveAspectRatio="none"
      className={`${wide ? 'h-16 w-full' : 'h-7 w-24'} shrink-0 text-accent`}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
