import { Component, type ComponentChildren } from 'preact';

/** A component that is rendered again only when `isSame` returns false. */
export function memo<Props extends object>(
  render: (props: Props) => ComponentChildren,
  isSame: (before: Props, after: Props) => boolean,
) {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !isSame(this.props, next);
    }
    override render(props: Props) {
      return render(props);
    }
  };
}
