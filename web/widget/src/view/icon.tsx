const paths = {
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  clock: 'M8 4v4l3 2M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  check: 'M3 8.5l3.5 3.5L13 5',
  up: 'M5 7l3-5c1.5 0 2 1 1.5 2.500L9 6h4l-1 7H5zM5 7H2.500v6H5',
  down: 'M11 9l-3 5c-1.500 0-2-1-1.500-2.500L7 10H3l1-7h7zM11 9h2.500V3H11',
  retry: 'M13 8a5 5 0 1 1-1.500-3.600M13 2v3h-3',
  edit: 'M3 13l.5-3L10 3.500 12.500 6 6 12.500zM9 5l2.500 2.500',
  send: 'M8 13V3M4 7l4-4 4 4',
  stop: 'M5 5h6v6H5z',
  bin: 'M3 5h10M6 5V3h4v2M4.500 5l.5 8h6l.5-8',
  back: 'M10 3L5 8l5 5',
};

/** A decorative icon, always with a text beside it. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
