/**
 * A plugin of Stryker: leaves alone what only people read, and tables. What a message says decides no verdict; which
 * requirement is reported, and when, does. The rows of a table are data, each with a mutant of its own (reference/mutants).
 */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Members of a finding, a case or a notice that hold words. */
const WORDS = new Set(['message', 'expected', 'actual', 'reason', 'hint', 'title', 'says', 'input']);
const SENTENCE = /[a-z,;] [a-z"`]/i;

function isSentence(node) {
  if (node.type === 'StringLiteral') return SENTENCE.test(node.value);
  if (node.type === 'TemplateLiteral') return node.quasis.some(({ value }) => SENTENCE.test(value.raw));
  return false;
}

function isWords(node, parent) {
  if (node.type === 'ObjectProperty' && node.key.type === 'Identifier') return WORDS.has(node.key.name);
  // `shown(value)`, `list.join(', ')` as a value of such a member is below it; beside that only whole sentences are left out.
  return isSentence(node) && parent?.type !== 'SwitchCase' && parent?.type !== 'BinaryExpression';
}

const LITERALS = new Set(['ObjectExpression', 'ArrayExpression', 'StringLiteral', 'NumericLiteral', 'BooleanLiteral']);

/** Data that a module holds, with no function in it. */
function isTable(path) {
  if (!LITERALS.has(path.node.type) || path.getFunctionParent() !== null) return false;
  let code = false;
  path.traverse({
    Function(inner) {
      code = true;
      inner.stop();
    },
  });
  return !code;
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'prose', {
    shouldIgnore: (path) =>
      isWords(path.node, path.parent) ? 'words for people' : isTable(path) ? 'a table' : undefined,
  }),
];
