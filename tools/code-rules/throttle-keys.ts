import ts from 'typescript';
import { type Source, type Violation, violationAt, visitNodes } from './source.ts';

/** No throttle key may contain a client's address: an IPv6 client can have a new address for every request. */
export function addressesInKeys(source: Source): Violation[] {
  const violations: Violation[] = [];
  visitNodes(source, (node) => {
    if (isAddress(node) && isInKey(node))
      violations.push(violationAt(source, node, 'puts an address into a key; use clientRules'));
  });
  return violations;
}

/** `ctx.ip`, or a variable `ip`. */
function isAddress(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'ip';
  return ts.isIdentifier(node) && node.text === 'ip' && !ts.isPropertyAccessExpression(node.parent);
}

/** Inside the value of a property or variable called `key`. */
function isInKey(node: ts.Node): boolean {
  if (ts.isSourceFile(node) || ts.isBlock(node)) return false;
  if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node))
    if (ts.isIdentifier(node.name) && node.name.text === 'key') return true;
  return isInKey(node.parent);
}
