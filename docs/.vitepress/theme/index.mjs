import NotFound from 'vitepress/dist/client/theme-default/NotFound.vue';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import CopyPage from './CopyPage.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'doc-before': () => h(CopyPage),
      // The theme's page has no landmark for its content.
      'not-found': () => h('main', h(NotFound)),
    }),
  enhanceApp({ router }) {
    // The theme's home page has no landmark for its content.
    router.onAfterRouteChanged = () => {
      if (!import.meta.env.SSR) globalThis.document.querySelector('.VPHome')?.setAttribute('role', 'main');
    };
  },
};
