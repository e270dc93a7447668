/** A site of documentation that a package brings as HTML, and where its content stands. */
export interface Site {
  /** The Debian package, or the name of a site that is built. */
  readonly package: string;
  /** The way a site is made from packages of npm. */
  readonly build?: Build;
  /** Folder of the pages inside of the package. */
  readonly folder: string;
  readonly generator: string;
  /** CSS selectors. A part of the content that is `chrome` is none of it; what is `open` counts neither way. */
  readonly content: string;
  readonly chrome?: string;
  readonly open?: string;
  /** Pages whose path matches are left out: searches, frames, redirections. */
  readonly skip?: RegExp;
}

/** A site that a generator makes of sources which a package ships. */
export interface Build {
  /** The packages that npm installs, with versions. */
  readonly packages: readonly string[];
  /** Files to write first, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Commands of installed packages, run in order; they leave the pages in the site's folder. */
  readonly commands: readonly (readonly string[])[];
}
