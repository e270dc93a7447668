import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import Terminal from "./terminal.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": () => h(Terminal) }),
};
