import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A violation of a rule in the code. */
export interface Violation {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  readonly what: string;
}

export interface Source {
  /** Relative to the repository's root, with slashes. */
  readonly file: string;
  readonly tree: ts.SourceFile;
}

export function readSource(file: string): Source {
  return parseSource(file, readFileSync(file, 'utf8'));
}

export function parseSource(file: string, text: string): Source {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return { file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind) };
}

/** Calls `visitor` for every node of the file, in order. */
export function visitNodes(source: Source, visitor: (node: ts.Node) => void): void {
  const visit = (node: ts.Node): void => {
    visitor(node);
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
}

export function violationAt(source: Source, node: ts.Node, what: string): Violation {
  const { line } = source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree));
  return { file: source.file, line: line + 1, what };
}
