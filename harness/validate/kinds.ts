import { data } from '../assets.ts';

/** Where the words of a list come from: a registry, a vendor's events, or the list itself (`of`); `also` adds to any of them. */
export interface WordList {
  /** Name of a registry below registries/, and the member of it that lists the rows. */
  readonly registry?: string;
  readonly list?: string;
  /** The member of a row that holds the word. */
  readonly word?: string;
  /** Per edition, the key of a row's `tier` that must not be empty for the row to belong to the edition. */
  readonly tier?: Readonly<Record<string, string>>;
  /** The vendor's native event names. */
  readonly vendor?: string;
  readonly of?: readonly string[];
  readonly also?: readonly string[];
}

/** A table whose rows give vendors' own words for a word of the list. */
export interface NativeWords {
  readonly registry: string;
  readonly list: string;
  readonly word: string;
  /** The member of a row below which every array of strings holds native words. */
  readonly in: string;
}

/** A member whose words come from a list, and what another word breaks (schemas/kinds.yaml, `names`). */
export interface NameRule {
  /** Pattern of pointers to values, `*` for every item or member. */
  readonly at?: string;
  /** Pattern of pointers to objects whose members' names are the words. */
  readonly keys?: string;
  readonly words: WordList;
  readonly natives?: NativeWords;
  /** The requirement that a word on no list breaks. */
  readonly unknown?: string;
  /** The requirement that a known word in another letter case breaks. */
  readonly case?: string;
  /** Expression for words that need not be on the list. */
  readonly except?: string;
  /** What an unknown word may cost, where the row that says what the words are costs more. */
  readonly atMost?: 'warn' | 'info';
  /** Only where the parent is an array. */
  readonly within?: 'array';
}

/** One kind of document (schemas/kinds.yaml). */
export interface Kind {
  readonly spec: string;
  readonly kind: string;
  readonly vendor?: string;
  /** With its article, as a sentence has it. */
  readonly title: string;
  /** Edition → name of its schema below schemas/; the first is the default. */
  readonly editions: Readonly<Record<string, string>>;
  /** JSON Pointer to the member that names the edition, and what stands there before it. */
  readonly edition?: { readonly at: string; readonly prefix: string };
  /** Last parts of a path that tell this kind; `*` within a part. */
  readonly files?: readonly string[];
  /** Members that together tell this kind; of two kinds the one with more of them. */
  readonly members?: readonly string[];
  /** Documents of this kind come as JSON Lines or arrays, too. */
  readonly stream?: boolean;
  /** A file holds one such document, as it is with every kind that has `files`. */
  readonly alone?: boolean;
  /** Members of which one is enough where no kind has all of its members. */
  readonly hints?: readonly string[];
  /** Editions in which the document may be YAML. */
  readonly yaml?: readonly string[];
  readonly frontMatter?: boolean;
  /** The members of a TOML file that are this document; what else the file configures is not its business. */
  readonly toml?: readonly string[];
  /** False: what the schema only advises is not this document's business. */
  readonly advice?: boolean;
  /** What a member costs that the schema does not know. */
  readonly unknownMembers?: 'warn';
  /** The requirement that a text which is no JSON (or YAML) breaks. */
  readonly broken?: string;
  /** The requirement that a byte order mark breaks. */
  readonly marked?: string;
  readonly names?: readonly NameRule[];
}

/** All kinds, in the order in which they are tried. */
export function kinds(): readonly Kind[] {
  return data<{ readonly kinds: readonly Kind[] }>('schemas/kinds').kinds;
}

/** The kinds of a specification; with `kind` the one of that name. */
export function kindsOf(spec: string, kind?: string): readonly Kind[] {
  return kinds().filter((candidate) => candidate.spec === spec && (kind === undefined || candidate.kind === kind));
}
