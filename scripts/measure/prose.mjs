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

/** Texts that modules share: how something ended, or looks, in words. */
const TEXTS = new Set([
  'said',
  'shown',
  'told',
  'ended',
  'endOf',
  'endText',
  'withEnd',
  'answerText',
  'duration',
  'placeOf',
]);

/** Whether nothing but words use what is declared here: a variable, or a function that its module keeps or that gives a text. */
function isForWords(path, asked = new Set()) {
  const { node } = path;
  if (node.type !== 'VariableDeclarator' && node.type !== 'FunctionDeclaration') return false;
  if (node.id?.type !== 'Identifier' || asked.has(node)) return false;
  if (node.type === 'FunctionDeclaration' && TEXTS.has(node.id.name)) return true;
  asked.add(node);
  const binding = (node.type === 'FunctionDeclaration' ? path.parentPath.scope : path.scope).getBinding(node.id.name);
  const uses = (binding?.referencePaths ?? []).filter((use) => use.parentPath?.type !== 'ExportNamedDeclaration');
  return (
    uses.length > 0 &&
    uses.every((use) =>
      use.findParent((above) => above.node !== node && (isWords(above.node, above.parent) || isForWords(above, asked))),
    )
  );
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
      isWords(path.node, path.parent) || isForWords(path) ? 'words for people' : isTable(path) ? 'a table' : undefined,
  }),
];
