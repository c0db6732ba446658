import { mount } from "svelte";

import App from "./App.svelte";
import "./style.css";
import { looks } from "./state/looks.svelte";

looks.apply();
const target = document.getElementById("page");
if (target) mount(App, { target });
