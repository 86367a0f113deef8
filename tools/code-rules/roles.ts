import ts from 'typescript';
import { type Source, type Violation, violationAt, visitNodes } from './source.ts';

/** Permissions are decided in policies. These few files create actors, or decide by policies. */
const ALLOWED = [
  /^platform\/kernel\/(actor|policy)\.ts$/,
  /^platform\/server\/sessions\//,
  /^platform\/web\/session\//,
  /^platform\/server\/http\/authenticate\.ts$/,
  /^platform\/web\/router\/redirects\.ts$/,
  /^features\/[^/]+\/[^/]+\/rules\/policy\.ts$/,
];
const ROLES = new Set(['admin', 'customer', 'cleaner', 'anyone']);

/** No comparison of roles outside policies. */
export function roleComparisons(source: Source): Violation[] {
  if (ALLOWED.some((path) => path.test(source.file))) return [];
  const violations: Violation[] = [];
  visitNodes(source, (node) => {
    if (comparesRole(node))
      violations.push(violationAt(source, node, 'compares roles; ask may() with an action'));
  });
  return violations;
}

function comparesRole(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return isComparison(node) && isOfRoles(node.left, node.right);
  if (ts.isSwitchStatement(node)) return isRole(node.expression);
  if (ts.isElementAccessExpression(node)) return isRole(node.argumentExpression);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return ['includes', 'has', 'get'].includes(node.expression.name.text) && node.arguments.some(isRole);
}

function isComparison(node: ts.BinaryExpression): boolean {
  return [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.EqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsToken,
  ].includes(node.operatorToken.kind);
}

/** `actor.role === 'admin'`, `session.type === 'customer'`, `role !== other.role`. */
function isOfRoles(left: ts.Expression, right: ts.Expression): boolean {
  if (isRole(left) || isRole(right)) return true;
  const [literal, other] = ts.isStringLiteral(left) ? [left, right] : [right, left];
  return ts.isStringLiteral(literal) && ROLES.has(literal.text) && nameOf(other) === 'type';
}

function isRole(node: ts.Expression): boolean {
  return nameOf(node) === 'role';
}

function nameOf(node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? node.text : undefined;
}
