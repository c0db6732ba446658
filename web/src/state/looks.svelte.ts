// How the page looks: light, dark or as the system has it; and its language.

import { getLocale, locales, setLocale } from "../paraglide/runtime.js";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "quipu-theme";

class Looks {
    theme = $state<Theme>(THEMES.find((known) => known === localStorage.getItem(KEY)) ?? "system");
    locale = $state(getLocale());

    /** Shows the page as is chosen. */
    apply(): void {
        document.documentElement.dataset.theme = this.theme;
        document.documentElement.lang = this.locale;
    }

    /** The next of light, dark and system. */
    turn(): void {
        this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? "system";
        localStorage.setItem(KEY, this.theme);
        this.apply();
    }

    /** The next language. */
    speak(): void {
        const next = locales[(locales.indexOf(this.locale) + 1) % locales.length] ?? "en";
        void setLocale(next, { reload: false });
        this.locale = next;
        this.apply();
    }
}

export const looks = new Looks();
