/** Signs that mark an item of a list, for a class of characters. A point or a dash does only where text stands behind it. */
export const bulletSigns = "•◦▪▫‣⁃∙●○■□➢➤►▶▸▹▷◆◇✓✔❖";
