import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown instead of children that threw while rendering. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Change its `key` to retry. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override state = { hasFailed: false };

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
