/** Made by `npm run generate` from screens/operator. Edit that. */
"use strict";
(() => {
  // node_modules/preact/dist/preact.mjs
  var n;
  var t;
  var r;
  var u;
  var i;
  var f;
  var o;
  var e;
  var l;
  var c;
  var a;
  var s;
  var h = /* @__PURE__ */ Symbol.for("pv");
  var p = {};
  var y = [];
  var v = /^m(i|n|o|s|text|space)$/;
  var w = Array.isArray;
  var d = y.slice;
  var _ = Object.assign;
  function g(n2) {
    n2 && n2.parentNode && n2.remove();
  }
  function m(r3, u3, i3, f4, o4) {
    var e3 = { type: r3, props: u3, key: i3, ref: f4, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o4 || ++t, __i: -1, __u: 0 };
    return !o4 && n.vnode && n.vnode(e3), e3;
  }
  function $(n2) {
    return n2.children;
  }
  function x(n2, t3) {
    this.props = n2, this.context = t3, this.__g = 0;
  }
  function S(n2, t3) {
    if (null == t3) return n2.__ && S(n2.__, n2.__i + 1);
    for (var r3; t3 < n2.__k.length; t3++) if ((r3 = n2.__k[t3]) && r3.__e) return r3.__e;
    return "function" != typeof n2.type || n2.props.__P ? null : S(n2);
  }
  function C(t3) {
    var r3, u3 = t3.__v, i3 = u3.__e, f4 = [], o4 = [], e3 = t3.__P;
    e3 && ((r3 = _({ constructor: h }, u3)).__v = u3.__v + 1, n.vnode && n.vnode(r3), z(e3, r3, u3, t3.__n, e3.namespaceURI, 32 & u3.__u ? [i3] : null, f4, i3 || S(u3), 32 & u3.__u, o4), r3.__v = u3.__v, r3.__.__k[r3.__i] = r3, E(f4, r3, o4), u3.__ = u3.__e = null, r3.__e != i3 && j(r3));
  }
  function j(n2) {
    if ((n2 = n2.__) && n2.__c && !n2.props.__P) return n2.__e = null, n2.__k.some(function(t3) {
      return t3 && (n2.__e = t3.__e);
    }), j(n2);
  }
  function L(t3) {
    (8 & t3.__g || (t3.__g |= 8, u.push(t3), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
  }
  function H() {
    try {
      for (var n2, t3 = 1; u.length; ) u.length > t3 && u.sort(o), n2 = u.shift(), t3 = u.length, 8 & n2.__g && C(n2);
    } finally {
      (f = u.length) && (i || queueMicrotask)(H);
    }
  }
  function I(n2, t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, h3, v3, w3, d3, _3, g3 = u3.__k || y, k2 = t3.length;
    for (l3 = q(r3, t3, g3, l3, k2), s3 = 0; s3 < k2; s3++) null != (v3 = r3.__k[s3]) && (h3 = ~v3.__i && g3[v3.__i] || p, v3.__i = s3, _3 = z(n2, v3, h3, i3, f4, o4, e3, l3, c3, a4), w3 = v3.__e, (h3.ref != v3.ref || 8 & h3.__u) && (h3.ref && G(h3.ref, null, v3, h3), v3.ref && a4.push(v3.ref, v3.__c || w3, v3)), d3 = d3 || w3, 4 & v3.__u ? (l3 = A(v3, l3, n2, !h3.__v), h3.__e && (h3.__e = null)) : "function" == typeof v3.type && void 0 !== _3 ? l3 = _3 : w3 && (l3 = w3.nextSibling), v3.__u &= -21);
    return r3.__e = d3, l3;
  }
  function q(n2, t3, r3, u3, i3) {
    var f4, o4, e3, l3, c3, a4, s3, p3, y3, v3 = r3.length, d3 = v3, _3 = 0, g3 = 0, k2 = n2.__k = Array(i3);
    for (f4 = 0; f4 < i3; f4++) null != (o4 = t3[f4]) && "boolean" != typeof o4 && "function" != typeof o4 ? ("object" != typeof o4 || o4.constructor === String ? o4 = k2[f4] = m(null, o4) : w(o4) ? o4 = k2[f4] = m($, { children: o4 }) : o4.constructor === h && o4.__b ? o4 = k2[f4] = m(o4.type, o4.props, o4.key, o4.ref, o4.__v) : k2[f4] = o4, l3 = f4 + _3, o4.__ = n2, o4.__b = n2.__b + 1, e3 = null, ~(c3 = o4.__i = P(o4, r3, l3, d3)) && (d3--, (e3 = r3[c3]) && (e3.__u |= 2)), e3 && e3.__v ? (o4.__u |= 16, c3 == l3 - 1 ? _3-- : c3 == l3 + 1 ? _3++ : c3 != l3 && (c3 > l3 ? _3-- : _3++, g3 = 1)) : (~c3 || (i3 > v3 ? _3-- : i3 < v3 && _3++), "function" != typeof o4.type && (o4.__u |= 4))) : k2[f4] = null;
    if (g3) {
      for (a4 = [], s3 = [], f4 = 0; f4 < i3; f4++) if ((o4 = k2[f4]) && 16 & o4.__u) {
        for (_3 = 0, p3 = a4.length; _3 < p3; ) a4[y3 = _3 + p3 >> 1] < o4.__i ? _3 = y3 + 1 : p3 = y3;
        a4[_3] = o4.__i, s3[f4] = _3 + 1;
      }
      for (_3 = a4.length; f4--; ) s3[f4] && (s3[f4] == _3 ? _3-- : k2[f4].__u |= 4);
    }
    if (d3) for (f4 = 0; f4 < v3; f4++) !(e3 = r3[f4]) || 2 & e3.__u || (e3.__e == u3 && (u3 = S(e3)), J(e3, e3));
    return u3;
  }
  function A(n2, t3, r3, u3) {
    var i3, f4, o4, e3;
    if ("function" == typeof n2.type) {
      if (n2.props.__P) return t3;
      if (i3 = n2.__k) for (f4 = 0; f4 < i3.length; f4++) i3[f4] && (i3[f4].__ = n2, t3 = A(i3[f4], t3, r3, false));
      return t3;
    }
    for (t3 && !t3.parentNode && (t3 = S(n2)) && !t3.parentNode && (t3 = null), o4 = n2.__e, e3 = t3; e3 && 8 == e3.nodeType; ) e3 = e3.nextSibling;
    for (o4 != e3 && (!u3 && r3.moveBefore && o4.parentNode ? r3.moveBefore(o4, t3) : r3.insertBefore(o4, t3 || null)), t3 = o4; (t3 = t3 && t3.nextSibling) && 8 == t3.nodeType && !t3.data.startsWith("$s"); ) ;
    return t3;
  }
  function P(n2, t3, r3, u3) {
    var i3, f4 = n2.key, o4 = n2.type, e3 = t3[r3], l3 = e3 && !(2 & e3.__u);
    if (null === e3 && null == f4 || l3 && f4 == e3.key && o4 == e3.type) return r3;
    if (u3 > (l3 ? 1 : 0)) {
      for (i3 = r3 - 1; i3 >= 0; i3--) if ((e3 = t3[i3]) && !(2 & e3.__u) && f4 == e3.key && o4 == e3.type) return i3;
      for (i3 = r3 + 1; i3 < t3.length; i3++) if ((e3 = t3[i3]) && !(2 & e3.__u) && f4 == e3.key && o4 == e3.type) return i3;
    }
    return -1;
  }
  function T(n2, t3, r3) {
    null == r3 && (r3 = ""), "-" == t3[0] ? n2.setProperty(t3, r3) : n2[t3] = r3;
  }
  function N(n2, t3, r3, u3, i3) {
    var f4, o4;
    if ("style" == t3) if ("string" == typeof r3) n2.style.cssText = r3;
    else {
      if ("string" == typeof u3 && (n2.style.cssText = u3 = ""), u3) for (t3 in u3) r3 && t3 in r3 || T(n2.style, t3);
      if (r3) for (t3 in r3) u3 && r3[t3] == u3[t3] || T(n2.style, t3, r3[t3]);
    }
    else if ("o" == t3[0] && "n" == t3[1]) "function" != typeof r3 && (r3 = null), "function" != typeof u3 && (u3 = null), (n2.__e || (n2.__e = {}))[t3] = r3, r3 && u3 || (o4 = a[t3] || (a[t3] = V(t3)), (n2.__a || (n2.__a = {}))[t3] = c, f4 = t3 != (t3 = t3.replace(l, "$1")), (t3 = t3.slice(2))[0] < "a" && (t3 = t3.toLowerCase()), r3 ? n2.addEventListener(t3, o4, f4) : n2.removeEventListener(t3, o4, f4));
    else {
      if ("http://www.w3.org/2000/svg" == i3) t3 = t3.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
      else if ("width" != t3 && "height" != t3 && "href" != t3 && "list" != t3 && "form" != t3 && "tabIndex" != t3 && "download" != t3 && "rowSpan" != t3 && "colSpan" != t3 && "role" != t3 && "popover" != t3 && t3 in n2) try {
        return void (n2[t3] = null == r3 ? "" : r3);
      } catch (n3) {
      }
      if ("function" == typeof r3) return;
      null == r3 || false === r3 && "-" != t3[4] ? n2.removeAttribute(t3) : n2.setAttribute(t3, "popover" == t3 && 1 == r3 ? "" : r3);
    }
  }
  function V(t3) {
    return function(r3) {
      var u3 = this.__e;
      if (u3) {
        if (u3 = u3[t3], null == r3[e]) r3[e] = c++;
        else if (r3[e] < this.__a[t3]) return;
        return u3(n.event ? n.event(r3) : r3);
      }
    };
  }
  function z(t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, p3, v3, d3, k2, b2, m3, M, C3, j3, L2, H2, q2, A3, O2, P2, T3, N2, V2 = r3.type;
    if (r3.constructor !== h) return null;
    128 & u3.__u && (c3 = 32 & u3.__u, s3 = u3.__c.__z) && (r3.__u |= c3, p3 = o4 = [], 8 == s3.nodeType ? l3 = B(s3, o4) : o4.push(s3), l3 = o4[0] || l3), (s3 = n.__b) && s3(r3);
    n: if ("function" == typeof V2) {
      v3 = e3.length;
      try {
        if (M = r3.props, C3 = (s3 = V2.prototype) && s3.render, j3 = (s3 = V2.contextType) && i3[s3.__c], L2 = s3 ? j3 ? j3.props.value : s3.__ : i3, (d3 = u3.__c) ? (r3.__c = d3, 2 & d3.__g && (d3.__g |= 1)) : (C3 ? r3.__c = d3 = new V2(M, L2) : (r3.__c = d3 = new x(M, L2), d3.constructor = V2, d3.render = K), j3 && j3.sub(d3), d3.state || (d3.state = {}), d3.__n = i3, d3.__g |= 8, d3.__h = [], d3.__k = []), C3 && (d3.__s || (d3.__s = d3.state), V2.getDerivedStateFromProps && (d3.__s == d3.state && (d3.__s = _({}, d3.__s)), _(d3.__s, V2.getDerivedStateFromProps(M, d3.__s)))), k2 = d3.props, b2 = d3.state, d3.__v = r3, u3.__c) {
          if (M !== k2 && C3 && !V2.getDerivedStateFromProps && d3.componentWillReceiveProps && d3.componentWillReceiveProps(M, L2), r3.__v == u3.__v && !(8 & d3.__g) || !(4 & d3.__g) && d3.shouldComponentUpdate && false === d3.shouldComponentUpdate(M, d3.__s, L2)) {
            r3.__v != u3.__v && (d3.props = M, d3.state = d3.__s, d3.__g &= -9), r3.__e = u3.__e, r3.__k = u3.__k, r3.__k.some(function(n2) {
              n2 && (n2.__ = r3);
            }), y.push.apply(d3.__h, d3.__k), d3.__k = [], d3.__h.length && e3.push(d3), l3 = S(u3);
            break n;
          }
          d3.componentWillUpdate && d3.componentWillUpdate(M, d3.__s, L2), C3 && d3.componentDidUpdate && d3.__h.push(function() {
            d3.componentDidUpdate(k2, b2, m3);
          });
        } else C3 && !V2.getDerivedStateFromProps && d3.componentWillMount && d3.componentWillMount(), C3 && d3.componentDidMount && d3.__h.push(d3.componentDidMount);
        d3.context = L2, d3.props = M, d3.__P = t3, d3.__g &= -5, H2 = n.__r, q2 = C3 ? 25 : 0;
        do {
          d3.__g &= -9, H2 && H2(r3), s3 = d3.render(d3.props, d3.state = d3.__s, d3.context);
        } while (8 & d3.__g && ++q2 < 25);
        C3 && (y.push.apply(d3.__h, d3.__k), d3.__k = []), d3.state = d3.__s, d3.getChildContext && (i3 = _({}, i3, d3.getChildContext())), C3 && u3.__c && d3.getSnapshotBeforeUpdate && (m3 = d3.getSnapshotBeforeUpdate(k2, b2)), A3 = s3 && s3.type === $ && null == s3.key ? s3.props.children : s3, M.__P && (s3 = l3, f4 = (t3 = M.__P).namespaceURI, c3 = o4 = null, u3.props && u3.props.__P != t3 && (u3.__k.some(function(n2) {
          n2 && J(n2, n2);
        }), u3.__k = null), l3 = u3.__k ? S(u3, 0) : null), l3 = I(t3, w(A3) ? A3 : [A3], r3, u3, i3, f4, o4, e3, l3, c3, a4), M.__P && (r3.__e = null, l3 = s3), r3.__u &= -161, p3 && p3.some(g), d3.__h.length && e3.push(d3), 1 & d3.__g && (d3.__g &= -4);
      } catch (t4) {
        if (e3.length = v3, r3.__v = null, c3 || o4) if (t4 && t4.then) {
          if (r3.__u |= 128 | c3, o4) {
            for (~(T3 = o4.indexOf(l3 || void 0)) || (T3 = o4.length); (N2 = o4[T3 - 1]) && 8 == N2.nodeType; ) T3--;
            for (; T3 < o4.length; T3++) if (N2 = o4[T3]) if (o4[T3] = null, O2) {
              if (N2 == P2) break;
            } else {
              if (8 != N2.nodeType) break;
              N2.data.startsWith("$s") && (P2 = B(O2 = N2));
            }
          }
          if (!O2) {
            for (; l3 && 8 == l3.nodeType && l3.nextSibling; ) l3 = l3.nextSibling;
            O2 = l3;
          }
          (s3 = B(O2 = r3.__c.__z || (r3.__c.__z = O2))) ? (r3.__e = O2, l3 = s3) : r3.__e = l3, l3 = l3 && l3.nextSibling;
        } else o4 && o4.some(g);
        else r3.__e = u3.__e;
        r3.__k || (r3.__k = u3.__k || []), t4 && t4.then || D(r3), n.__e(t4, r3, u3);
      }
    } else l3 = r3.__e = F(u3.__e, r3, u3, i3, f4, o4, e3, c3, a4, t3);
    return (s3 = n.diffed) && s3(r3), l3;
  }
  function B(n2, t3) {
    if (n2 && 8 == n2.nodeType && n2.data.startsWith("$s")) for (var r3 = 1; n2 = n2.nextSibling; ) {
      if (8 == n2.nodeType) {
        if (n2.data.startsWith("$s")) r3++;
        else if (n2.data.startsWith("/$s") && !--r3) return n2;
      }
      t3 && t3.push(n2);
    }
  }
  function D(n2) {
    n2 && (n2.__c && (n2.__c.__g |= 4), n2.__k && n2.__k.some(D));
  }
  function E(t3, r3, u3) {
    for (var i3 = 0; i3 < u3.length; ) G(u3[i3++], u3[i3++], u3[i3++]);
    n.__c && n.__c(r3, t3), t3.some(function(r4) {
      try {
        t3 = r4.__h, r4.__h = [], t3.some(function(n2) {
          n2.call(r4);
        });
      } catch (t4) {
        n.__e(t4, r4.__v);
      }
    });
  }
  function F(t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, h3, y3, _3, k2, b2, m3, M, $2 = u3.props || p, x2 = r3.props, C3 = r3.type;
    if ("svg" == C3 ? f4 = "http://www.w3.org/2000/svg" : "math" == C3 ? f4 = "http://www.w3.org/1998/Math/MathML" : f4 || (f4 = "http://www.w3.org/1999/xhtml"), o4) {
      for (s3 = 0; s3 < o4.length; s3++) if ((k2 = o4[s3]) && (C3 ? k2.localName == C3 : 3 == k2.nodeType)) {
        t3 = k2, o4[s3] = null;
        break;
      }
    }
    if (!t3) {
      if (M = a4.ownerDocument || document, !C3) return M.createTextNode(x2);
      t3 = M.createElementNS(f4, C3, x2.is ? x2 : a4), l3 && (n.__m && n.__m(r3, o4), l3 = false), o4 = null;
    }
    if (C3) {
      if (a4 = "template" == C3 && t3.content || t3, o4 = "textarea" == C3 && null != x2.defaultValue ? null : o4 && d.call(a4.childNodes), !l3 && o4) for ($2 = {}, s3 = 0; s3 < t3.attributes.length; s3++) $2[(k2 = t3.attributes[s3]).name] = k2.value;
      for (s3 in $2) k2 = $2[s3], "dangerouslySetInnerHTML" == s3 ? y3 = k2 : "children" == s3 || s3 in x2 || "value" == s3 && "defaultValue" in x2 || "checked" == s3 && "defaultChecked" in x2 || N(t3, s3, null, k2, f4);
      for (s3 in x2) k2 = x2[s3], "children" == s3 ? _3 = k2 : "dangerouslySetInnerHTML" == s3 ? h3 = k2 : "value" == s3 ? b2 = k2 : "checked" == s3 ? m3 = k2 : l3 && "function" != typeof k2 || $2[s3] === k2 || N(t3, s3, k2, $2[s3], f4);
      h3 ? (l3 || y3 && (h3.__html == y3.__html || h3.__html == t3.innerHTML) || (t3.innerHTML = h3.__html), r3.__k = []) : (y3 && (t3.textContent = ""), ("foreignObject" == C3 || "http://www.w3.org/1998/Math/MathML" == f4 && v.test(C3)) && (f4 = "http://www.w3.org/1999/xhtml"), I(a4, w(_3) ? _3 : [_3], r3, u3, i3, f4, o4, e3, o4 ? o4[0] : u3.__k && S(u3, 0), l3, c3), o4 && o4.some(g)), l3 && "textarea" != C3 || (s3 = "value", "progress" == C3 && null == b2 ? t3.removeAttribute(s3) : null == b2 || b2 === t3[s3] && ("progress" != C3 || b2) || N(t3, s3, b2, $2[s3], f4), s3 = "checked", null != m3 && m3 != t3[s3] && N(t3, s3, m3, $2[s3], f4));
    } else $2 === x2 || l3 && t3.data == x2 || (t3.data = x2);
    return t3;
  }
  function G(t3, r3, u3, i3) {
    try {
      "function" == typeof t3 ? r3 ? r3.__x = t3(r3) || 1 : i3 && (i3 = i3.__c || i3.__e) && (r3 = i3.__x) && (i3.__x = null, "function" == typeof r3 ? r3() : t3(null)) : t3.current = r3;
    } catch (t4) {
      n.__e(t4, u3);
    }
  }
  function J(t3, r3, u3) {
    var i3, f4, o4, e3;
    if (n.unmount && n.unmount(t3), !(i3 = t3.ref) || i3.current && i3.current != t3.__e || G(i3, null, r3, t3), i3 = t3.__c) {
      if (i3.componentWillUnmount) try {
        i3.componentWillUnmount();
      } catch (t4) {
        n.__e(t4, r3);
      }
      i3.__P = i3.__n = null;
    }
    if (i3 = t3.__k) for (e3 = 0; e3 < i3.length; e3++) i3[e3] && J(i3[e3], r3, "function" != typeof t3.type || u3 && !t3.props.__P);
    !u3 && (i3 = t3.__c) && (i3 = i3.__z) && (f4 = B(i3, o4 = [])) && (i3 == t3.__e && o4.some(g), g(f4), g(i3)), u3 || g(t3.__e), t3.__e = t3.__c = t3.__ = null;
  }
  function K(n2, t3, r3) {
    return this.constructor(n2, r3);
  }
  function Q(t3, r3) {
    var u3, i3, f4, o4;
    n.__ && n.__(t3, r3), 9 == r3.nodeType && (r3 = r3.documentElement), i3 = (u3 = t3 && 32 & t3.__u) ? null : r3.__k, r3.__k = m($, { children: [t3] }), f4 = [], o4 = [], z(r3, r3.__k, i3 || p, p, r3.namespaceURI, i3 ? null : r3.firstChild ? d.call(r3.childNodes) : null, f4, i3 ? i3.__e : r3.firstChild, u3, o4), E(f4, r3.__k, o4), r3.__k.props.children = null;
  }
  function U(n2) {
    function t3(n3) {
      var r3, u3;
      return this.getChildContext || (r3 = /* @__PURE__ */ new Set(), (u3 = {})[t3.__c] = this, this.getChildContext = function() {
        return u3;
      }, this.shouldComponentUpdate = function(n4) {
        this.props.value != n4.value && r3.forEach(function(n5) {
          n5.__g |= 4, L(n5);
        });
      }, this.sub = function(n4) {
        r3.add(n4);
        var t4 = n4.componentWillUnmount;
        n4.componentWillUnmount = function() {
          r3.delete(n4), t4 && t4.call(n4);
        };
      }), n3.children;
    }
    return t3.__c = "__cC" + s++, t3.__ = n2, t3.Provider = (t3.Consumer = function(n3, t4) {
      return n3.children(t4);
    }).contextType = t3, t3;
  }
  n = { __e: function(n2, t3, r3, u3) {
    for (var i3, o4, e3; t3 = t3.__; ) if ((i3 = t3.__c) && !(1 & i3.__g)) {
      i3.__g |= 4;
      try {
        if ((e3 = (o4 = i3.constructor) && o4.getDerivedStateFromError) && i3.setState(o4.getDerivedStateFromError(n2)), i3.componentDidCatch && (i3.componentDidCatch(n2, u3 || {}), e3 = 1), e3 && 8 & i3.__g) return void (i3.__g |= 2);
      } catch (t4) {
        n2 = t4;
      }
    }
    throw f = 0, n2;
  } }, t = 0, r = function(n2) {
    return null != n2 && n2.constructor === h;
  }, x.prototype.setState = function(n2, t3) {
    var r3 = this.__s;
    r3 && r3 != this.state || (r3 = this.__s = _({}, this.state)), "function" == typeof n2 && (n2 = n2(_({}, r3), this.props)), n2 && (_(r3, n2), this.__v && (t3 && this.__k.push(t3), L(this)));
  }, x.prototype.forceUpdate = function(n2) {
    this.__v && (this.__g |= 4, n2 && this.__h.push(n2), L(this));
  }, x.prototype.render = $, u = [], f = 0, o = function(n2, t3) {
    return n2.__v.__b - t3.__v.__b;
  }, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

  // simulator/console/page/frame/kept.ts
  function read(key, place2 = "localStorage") {
    try {
      return globalThis[place2].getItem(key);
    } catch {
      return null;
    }
  }
  function keep(key, value, place2 = "localStorage") {
    try {
      globalThis[place2].setItem(key, value);
      return true;
    } catch {
      return false;
    }
  }

  // simulator/console/page/frame/theme.ts
  var name = "ringpost-console-theme";
  function readTheme() {
    const kept = read(name);
    return kept === "light" || kept === "dark" ? kept : "system";
  }
  function applyTheme(theme = readTheme()) {
    document.documentElement.dataset["theme"] = theme;
    keep(name, theme);
  }

  // src/process/hidden-characters.ts
  var withoutHidden = (text) => text.replace(proseMarks, "").replace(flagOrHidden, (_3, flag) => flag ?? "�") || text && "�";
  var proseMarks = /[\u00ad\u061c\u200e\u200f]/g;
  var flagOrHidden = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,7}\u{e007f})|(?![\u200c\u200d]|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}/gu;

  // screens/parts/show-hidden.ts
  function showHidden() {
    n.vnode = (node) => {
      if (node.type === null) {
        if (typeof node.props === "string") node.props = withoutHidden(node.props);
      } else if (typeof node.type === "string") {
        for (const name2 of names) if (typeof node.props[name2] === "string") node.props[name2] = withoutHidden(node.props[name2]);
      }
    };
  }
  var names = ["title", "aria-label"];

  // node_modules/preact/hooks/dist/hooks.mjs
  var t2;
  var r2;
  var u2;
  var i2;
  var o2 = Object.is;
  var f2 = 0;
  var c2 = [];
  var e2 = [];
  var a2 = n;
  var v2 = a2.__b;
  var l2 = a2.__r;
  var m2 = a2.diffed;
  var h2 = a2.__c;
  var s2 = a2.unmount;
  var p2 = a2.__;
  function y2(n2, t3) {
    a2.__h && a2.__h(r2, n2, f2 || t3), f2 = 0;
    var u3 = r2.__H || (r2.__H = { __: [], __h: [] });
    return n2 >= u3.__.length && u3.__.push({}), u3.__[n2];
  }
  function d2(n2) {
    return f2 = 1, _2(G2, n2);
  }
  function _2(n2, u3, i3) {
    var f4 = y2(t2++, 2);
    if (f4.t = n2, !f4.__c && (f4.__ = [i3 ? i3(u3) : G2(void 0, u3), function(n3) {
      var t3 = (f4.__N || f4.__)[0], r3 = f4.t(t3, n3);
      o2(t3, r3) || (f4.__N = [r3, f4.__[1]], f4.__c.setState({}));
    }], f4.__c = r2, !r2.__f)) {
      r2.__f = true;
      var c3 = r2.shouldComponentUpdate;
      r2.shouldComponentUpdate = function(n3, t3, r3) {
        var u4 = this.__H;
        if (!u4) return true;
        var i4 = false, f5 = this.props != n3;
        if (u4.__.some(function(n4) {
          n4.__N && (i4 = true, o2(n4.__[0], n4.__N[0]) || (f5 = true));
        }), c3) {
          var e3 = c3.call(this, n3, t3, r3);
          return i4 ? e3 || f5 : e3;
        }
        return !i4 || f5;
      };
    }
    return f4.__;
  }
  function A2(n2, u3) {
    var i3 = y2(t2++, 3);
    !a2.__s && E2(i3.__H, u3) && (i3.__P = true, i3.__ = n2, i3.u = u3, r2.__H.__h.push(i3));
  }
  function F2(n2, u3) {
    var i3 = y2(t2++, 4);
    !a2.__s && E2(i3.__H, u3) && (i3.__P = false, i3.__ = n2, i3.u = u3, r2.__h.push(i3));
  }
  function T2(n2) {
    return f2 = 5, w2(function() {
      return { current: n2 };
    }, []);
  }
  function w2(n2, r3) {
    var u3 = y2(t2++, 7);
    return E2(u3.__H, r3) && (u3.__ = n2(), u3.__H = r3), u3.__;
  }
  function b(n2, t3) {
    return f2 = 8, w2(function() {
      return n2;
    }, t3);
  }
  function j2(n2) {
    var u3 = r2.context[n2.__c], i3 = y2(t2++, 9);
    return i3.c = n2, u3 ? (null == i3.__ && (i3.__ = true, u3.sub(r2)), u3.props.value) : n2.__;
  }
  function O(n2) {
    var u3 = y2(t2++, 10), i3 = d2();
    return u3.__ = n2, r2.componentDidCatch || (r2.componentDidCatch = function(n3, t3) {
      u3.__ && u3.__(n3, t3), i3[1](n3);
    }), [i3[0], function() {
      return i3[1]();
    }];
  }
  function g2() {
    var n2;
    do {
      for (; n2 = e2.shift(); ) try {
        C2(n2);
      } catch (t4) {
        a2.__e(t4, { __: (n2 = n2.__P) && n2.__v });
      }
      for (; n2 = c2.shift(); ) {
        var t3 = n2.__H;
        if (n2.__P && t3) try {
          t3.__h.some(C2), t3.__h.some(D2), t3.__h = [];
        } catch (r3) {
          t3.__h = [], a2.__e(r3, n2.__v);
        }
      }
    } while (e2.length);
  }
  a2.__b = function(n2) {
    r2 = null, v2 && v2(n2);
  }, a2.__ = function(n2, t3) {
    n2 && t3.__k && t3.__k.__m && (n2.__m = t3.__k.__m), p2 && p2(n2, t3);
  }, a2.__r = function(n2) {
    l2 && l2(n2), t2 = 0;
    var i3 = (r2 = n2.__c).__H;
    i3 && (u2 == r2 ? r2.__h = [] : (i3.__h.some(C2), i3.__h.some(D2), t2 = 0), i3.__h = [], i3.__.some(function(n3) {
      n3.__N && (n3.__ = n3.__N), n3.u = n3.__N = void 0;
    })), u2 = r2;
  }, a2.diffed = function(n2) {
    m2 && m2(n2);
    var t3 = n2.__c;
    t3 && t3.__H && (t3.__H.__h.length && B2(c2.push(t3)), t3.__H.__.some(function(n3) {
      n3.u && (n3.__H = n3.u);
    })), u2 = r2 = null;
  }, a2.__c = function(n2, t3) {
    t3.some(function(n3) {
      try {
        n3.__h.some(C2), n3.__h = n3.__h.filter(function(n4) {
          return !n4.__ || D2(n4);
        });
      } catch (t4) {
        n3.__h = [function() {
          throw t4;
        }];
      }
    }), h2 && h2(n2, t3);
  }, a2.unmount = function(n2) {
    s2 && s2(n2);
    var t3, r3, u3 = n2.__c;
    u3 && u3.__H && (u3.__H.__.some(function(u4) {
      try {
        if (u4.__P && u4.__c) {
          if (void 0 === r3) {
            for (r3 = n2.__; r3 && (!r3.__c || !r3.__c.__P); ) r3 = r3.__;
            r3 = r3 && r3.__c;
          }
          u4.__P = r3, B2(e2.push(u4));
        } else C2(u4);
      } catch (n3) {
        t3 = n3;
      }
    }), u3.__H = void 0, t3 && a2.__e(t3, u3.__v));
  };
  var k = "function" == typeof requestAnimationFrame;
  function z2(n2) {
    var t3, r3 = function() {
      clearTimeout(u3), k && cancelAnimationFrame(t3), setTimeout(n2);
    }, u3 = setTimeout(r3, 35);
    k && (t3 = requestAnimationFrame(r3));
  }
  function B2(n2) {
    1 != n2 && i2 == a2.requestAnimationFrame || ((i2 = a2.requestAnimationFrame) || z2)(g2);
  }
  function C2(n2) {
    var t3 = r2, u3 = n2.__c;
    "function" == typeof u3 && (n2.__c = void 0, u3()), r2 = t3;
  }
  function D2(n2) {
    var t3 = r2;
    n2.__c = n2.__(), r2 = t3;
  }
  function E2(n2, t3) {
    return !n2 || n2.length != t3.length || t3.some(function(t4, r3) {
      return !o2(t4, n2[r3]);
    });
  }
  function G2(n2, t3) {
    return "function" == typeof t3 ? t3(n2) : t3;
  }

  // simulator/console/page/frame/address.ts
  function addressOf(hash) {
    const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
    return { path: path.split("/").filter(Boolean).map(decoded), query: Object.fromEntries(new URLSearchParams(query)) };
  }
  function hashOf(path, query = {}) {
    const given = Object.entries(query).filter((pair) => pair[1] !== void 0 && pair[1] !== "");
    const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
    return `#/${path.map(encodeURIComponent).join("/")}${search}`;
  }
  var here = () => addressOf(location.hash);
  function go(path, query = {}, step = "push") {
    const hash = hashOf(path, query);
    if (hash === location.hash) return;
    if (step === "push") history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
    for (const tell of listeners) tell();
  }
  var listeners = /* @__PURE__ */ new Set();
  function useAddress() {
    const [address, setAddress] = d2(here);
    F2(() => {
      const listen = () => setAddress(here());
      listeners.add(listen);
      addEventListener("hashchange", listen);
      return () => {
        listeners.delete(listen);
        removeEventListener("hashchange", listen);
      };
    }, []);
    return address;
  }
  function decoded(part2) {
    try {
      return decodeURIComponent(part2);
    } catch {
      return part2;
    }
  }

  // node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
  var f3 = /* @__PURE__ */ Symbol.for("pv");
  var o3 = 0;
  function a3(t3, e3, n2, u3, a4, i3) {
    e3 || (e3 = {});
    var c3, l3, p3 = e3;
    if ("ref" in p3 && "function" != typeof t3) for (l3 in p3 = {}, e3) "ref" == l3 ? c3 = e3[l3] : p3[l3] = e3[l3];
    var s3 = { type: t3, props: p3, key: n2, ref: c3, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: f3, __v: --o3, __i: -1, __u: 0 };
    return (a4 || i3) && (s3.__source = a4, s3.__self = i3), n.vnode && n.vnode(s3), s3;
  }

  // simulator/console/page/frame/parts.tsx
  var glyphs = { good: "✓", bad: "✕", wait: "↻", live: "●", quiet: "–" };
  function Mark({ tone, label }) {
    return /* @__PURE__ */ a3("span", { class: `mark ${tone}`, ...label === void 0 ? { "aria-hidden": true } : { role: "img", "aria-label": label }, children: glyphs[tone] });
  }
  function Badge({ tone, children }) {
    return /* @__PURE__ */ a3("span", { class: `badge ${tone}`, children: [
      /* @__PURE__ */ a3(Mark, { tone }),
      " ",
      children
    ] });
  }
  function CopyButton({ label, name: name2, text }) {
    const [copied, setCopied] = d2("no");
    const timer = T2(void 0);
    const copy = async () => {
      const isCopied = navigator.clipboard?.writeText(text()).then(
        () => true,
        () => false
      );
      setCopied(await isCopied ? "yes" : "failed");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied("no"), 2e3);
    };
    const said = { no: label, yes: "Copied", failed: "The browser refused" }[copied];
    return /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: () => void copy(), "aria-label": copied === "no" ? name2 : said, children: [
      /* @__PURE__ */ a3("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", children: /* @__PURE__ */ a3("path", { d: copied === "yes" ? "M3 8.5l3.5 3.5L13 4.5" : "M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2" }) }),
      said
    ] });
  }
  function Problem({ children }) {
    return /* @__PURE__ */ a3("p", { class: "problem", role: "alert", children: [
      /* @__PURE__ */ a3(Mark, { tone: "bad" }),
      " ",
      /* @__PURE__ */ a3("span", { children })
    ] });
  }
  function Facts({ rows }) {
    return /* @__PURE__ */ a3("dl", { class: "facts", children: rows.map(([name2, value]) => /* @__PURE__ */ a3("div", { children: [
      /* @__PURE__ */ a3("dt", { children: name2 }),
      /* @__PURE__ */ a3("dd", { children: value })
    ] }, name2)) });
  }
  function Verbatim({ label, children }) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, only a mouse could scroll.
      /* @__PURE__ */ a3("section", { class: "raw", "aria-label": label, tabIndex: 0, children: /* @__PURE__ */ a3("pre", { children }) })
    );
  }

  // simulator/console/page/frame/theme-switch.tsx
  function ThemeSwitch() {
    const [theme, setTheme] = d2(readTheme);
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
    return /* @__PURE__ */ a3(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Theme: ${theme}. Change to ${next}.`,
        title: `Theme: ${theme}`,
        onClick: () => {
          applyTheme(next);
          setTheme(next);
        },
        children: /* @__PURE__ */ a3("span", { "aria-hidden": "true", children: signs[theme] })
      }
    );
  }
  var themes = ["system", "light", "dark"];
  var signs = { system: "◐", light: "☀", dark: "☾" };

  // screens/parts/session.ts
  var Session = U({ end: () => {
  } });

  // src/contract/json.ts
  function jsonOf(text) {
    try {
      return JSON.parse(text);
    } catch {
      return void 0;
    }
  }

  // simulator/console/page/link/api.ts
  var Refused = class extends Error {
    status;
    code;
    constructor(status, code, message) {
      super(message);
      this.status = status;
      this.code = code;
    }
  };
  var sentenceOf = (error) => {
    if (!(error instanceof Error)) return String(error);
    return error instanceof Refused && error.status >= 400 ? `${error.message} (${error.status} ${error.code})` : error.message;
  };

  // simulator/console/page/frame/use-work.ts
  function useWork(hintOf = sentenceOf) {
    const [isBusy, setIsBusy] = d2(false);
    const [problem, setProblem] = d2(null);
    return {
      isBusy,
      problem,
      async run(work) {
        setIsBusy(true);
        setProblem(null);
        const why = await work().then(() => null, hintOf);
        setProblem(why);
        setIsBusy(false);
        return why === null;
      }
    };
  }

  // screens/parts/refusal.ts
  var Refusal = class extends Error {
    name = "Refusal";
    code;
    /** What says that a request's id helps is followed by the id. */
    constructor(code, message, requestId = null) {
      super(code === "internal_error" && requestId !== null ? `${message} (${requestId})` : message);
      this.code = code;
    }
  };
  function refusalOf(error) {
    if (error instanceof Refusal) return error;
    console.error(error);
    return new Refusal("unknown", "The answer was not one of this service. Try again.");
  }
  var isSessionOver = (error) => error instanceof Refusal && (error.code === "invalid_operator_token" || error.code === "invalid_api_key");

  // screens/parts/use-change.ts
  function useChange() {
    const { end } = j2(Session);
    return useWork((error) => {
      if (isSessionOver(error)) end();
      return refusalOf(error).message;
    });
  }

  // screens/parts/use-step.ts
  var site = document.title;
  function useStep({ path, query }, view) {
    const isFirst = T2(true);
    F2(() => {
      document.title = [path[1], view, site].filter(Boolean).join(" – ");
      const heading = document.querySelector("main h1") ?? document.querySelector("main");
      if (!isFirst.current && heading && document.activeElement === document.body) {
        heading.tabIndex = -1;
        heading.focus();
      }
      isFirst.current = false;
    }, [hashOf(path, query), view]);
  }

  // simulator/console/page/frame/button.tsx
  var Button = ({ isOff = false, onClick, ...rest }) => /* @__PURE__ */ a3(
    "button",
    {
      type: "button",
      ...rest,
      "aria-disabled": isOff,
      onClick: (event) => isOff ? event.preventDefault() : onClick?.(event),
      onKeyDown: (event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
      }
    }
  );
  var unlessDouble = (answer) => ({ detail: clicks }) => {
    if (clicks < 2) answer();
  };

  // simulator/console/page/frame/format.ts
  function span(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const units = [
      ["d", 86400],
      ["h", 3600],
      ["min", 60],
      ["s", 1]
    ];
    const first = units.findIndex(([, size]) => whole >= size);
    if (first === -1) return "0 s";
    let rest = whole;
    const parts = [];
    for (const [name2, size] of units.slice(first, first + 2)) {
      const count = Math.floor(rest / size);
      rest -= count * size;
      if (count > 0) parts.push(`${count} ${name2}`);
    }
    return parts.join(" ");
  }
  var clockOf = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  var shortId = (id) => id.length <= 14 ? id : `…${id.slice(-8)}`;
  var plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

  // simulator/console/page/frame/json-in.ts
  function jsonIn(text) {
    try {
      return JSON.parse(text, withDigits);
    } catch {
      return void 0;
    }
  }
  var withDigits = (_3, value, { source } = {}) => typeof value === "number" && source !== void 0 && String(value) !== source ? JSON.rawJSON?.(source) ?? value : value;
  var isDigits = (value) => JSON.isRawJSON?.(value) === true;

  // simulator/console/page/frame/json.tsx
  function Json({ label, value }) {
    const [all, setAll] = d2("as it is");
    return /* @__PURE__ */ a3("div", { class: "json", children: [
      isHolder(value) && /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: () => setAll(all === "open" ? "folded" : "open"), children: all === "open" ? "Fold all" : "Unfold all" }),
      /* @__PURE__ */ a3("section", { class: "raw", "aria-label": label, tabIndex: 0, children: /* @__PURE__ */ a3(
        Value,
        {
          value,
          depth: 0,
          isOpen: (depth, count) => all === "as it is" ? depth < openDepth && count <= openCount : depth < (all === "open" ? mostDepth : 1)
        }
      ) }, all)
    ] });
  }
  var openDepth = 3;
  var openCount = 30;
  var mostDepth = 50;
  var mostMembers = 1e3;
  function Value({ name: name2, value, depth, isOpen, comma = "" }) {
    const members = membersOf(value);
    const [isShown, setShown] = d2(() => members !== null && isOpen(depth, members.length));
    const key = name2 === void 0 ? null : /* @__PURE__ */ a3("span", { class: "json-name", children: [
      JSON.stringify(name2),
      ": "
    ] });
    if (members === null || members.length === 0)
      return /* @__PURE__ */ a3("div", { class: "json-line", children: [
        key,
        /* @__PURE__ */ a3("span", { class: kindOf(value), children: JSON.stringify(value) }),
        comma
      ] });
    const [opening, closing] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
    return /* @__PURE__ */ a3("details", { class: "json-node", open: isShown, children: [
      /* @__PURE__ */ a3(
        "summary",
        {
          onClick: (event) => {
            event.preventDefault();
            setShown(!isShown);
          },
          children: [
            key,
            opening,
            /* @__PURE__ */ a3("span", { class: "json-folded", children: [
              plural(members.length, Array.isArray(value) ? "item" : "member"),
              " ",
              closing,
              comma
            ] })
          ]
        }
      ),
      /* @__PURE__ */ a3("div", { class: "json-members", children: [
        (isShown ? members.slice(0, mostMembers) : []).map(([member, each], index) => /* @__PURE__ */ a3(
          Value,
          {
            ...member === null ? {} : { name: member },
            value: each,
            depth: depth + 1,
            isOpen,
            comma: index < members.length - 1 ? "," : ""
          },
          index
        )),
        isShown && members.length > mostMembers && /* @__PURE__ */ a3("div", { class: "muted", children: [
          "… and ",
          (members.length - mostMembers).toLocaleString("en"),
          " more"
        ] })
      ] }),
      /* @__PURE__ */ a3("span", { children: [
        closing,
        comma
      ] })
    ] });
  }
  var isHolder = (value) => typeof value === "object" && value !== null && !isDigits(value);
  function membersOf(value) {
    if (Array.isArray(value)) return value.map((item) => [null, item]);
    return isHolder(value) ? Object.entries(value) : null;
  }
  function kindOf(value) {
    if (typeof value === "string") return "json-string";
    return typeof value === "number" || isDigits(value) ? "json-number" : "json-word";
  }

  // screens/parts/answered.tsx
  function Answered({
    asked: { body, refusal },
    children
  }) {
    const [failed, setFailed] = d2(null);
    O((error) => setFailed({ body, words: refusalOf(error).message }));
    if (failed !== null && failed.body === body) return /* @__PURE__ */ a3(Problem, { children: failed.words });
    return /* @__PURE__ */ a3($, { children: [
      refusal && /* @__PURE__ */ a3(Problem, { children: refusal.message }),
      body === null ? refusal === null && /* @__PURE__ */ a3("p", { class: "muted", children: "Asking …" }) : /* @__PURE__ */ a3(Shown, { body, children })
    ] });
  }
  var Shown = ({ body, children }) => /* @__PURE__ */ a3($, { children: children(body) });

  // screens/parts/time.tsx
  function Time({ at }) {
    if (at === null) return /* @__PURE__ */ a3("span", { class: "muted", children: "–" });
    return /* @__PURE__ */ a3("time", { class: "mono", dateTime: at, title: at, children: [
      at.slice(0, 10),
      " ",
      at.slice(11, 19),
      "Z"
    ] });
  }

  // screens/parts/use-answer.ts
  function useAnswer(key, ask2, everyMs) {
    const { end } = j2(Session);
    const [state, setState] = d2({ key, body: null, refusal: null });
    const latest = T2({ key, ask: ask2 });
    latest.current = { key, ask: ask2 };
    const asks = T2({ begun: 0, taken: 0 });
    const askNow = b(async () => {
      const { key: asked, ask: askFor } = latest.current;
      asks.current.begun += 1;
      const nth = asks.current.begun;
      const take = (answer) => {
        if (latest.current.key !== asked || nth < asks.current.taken) return;
        asks.current.taken = nth;
        setState(answer);
      };
      try {
        take({ key: asked, body: await askFor(), refusal: null });
      } catch (error) {
        if (isSessionOver(error)) end();
        else take(({ key: of, body }) => ({ key: asked, body: of === asked ? body : null, refusal: refusalOf(error) }));
      }
    }, [end]);
    A2(() => {
      void askNow();
      if (everyMs === void 0) return void 0;
      const timer = setInterval(() => document.visibilityState === "visible" && void askNow(), everyMs);
      return () => clearInterval(timer);
    }, [key, askNow, everyMs]);
    const current = state.key === key ? state : { body: null, refusal: null };
    return { body: current.body, refusal: current.refusal, askAgain: askNow };
  }

  // screens/operator/api.ts
  var read2 = (path, query = {}) => ask("GET", `${path}${searchOf(query)}`).then((body) => body);
  var change = (method, path, body) => ask(method, path, {}, body).then((body2) => body2);
  async function signIn(token2) {
    if (/[^ -~]/.test(token2)) throw new Refusal("invalid_operator_token", "A token has no such characters.");
    await ask("POST", "/session", { authorization: `Bearer ${token2}` });
  }
  var signOut = () => change("DELETE", "/session").catch((error) => {
    if (!(error instanceof Refusal) || error.code !== "invalid_operator_token") throw error;
  });
  async function ask(method, path, headers = {}, content) {
    const seconds = method === "GET" ? readSeconds : changeSeconds;
    const exchange = async () => {
      const response2 = await fetch(`/api/v1/operator${path}`, {
        method,
        headers: { "x-ringpost-page": "1", ...content && { "content-type": "application/json" }, ...headers },
        ...content && { body: JSON.stringify(content) },
        signal: AbortSignal.timeout(seconds * 1e3)
      });
      return { response: response2, text: await response2.text() };
    };
    const { response, text } = await exchange().catch((error2) => {
      if (!(error2 instanceof DOMException))
        throw new Refusal("unreachable", "Nothing answers at this address. Is the service still running?");
      const mayBeDone = method === "GET" ? "" : " It is not known whether it was done.";
      throw new Refusal("unreachable", `The service did not answer within ${seconds} s.${mayBeDone}`);
    });
    const body = jsonOf(text) ?? null;
    if (response.ok) return body;
    const { error } = body ?? {};
    if (!error) throw new Refusal("unknown", `The answer was ${response.status}.`);
    throw new Refusal(error.code, error.message, response.headers.get("x-request-id"));
  }
  var readSeconds = 30;
  var changeSeconds = 75;
  function searchOf(query) {
    const given = Object.entries(query).filter(([, value]) => value !== void 0 && value !== "");
    return given.length > 0 ? `?${new URLSearchParams(given.map(([name2, value]) => [name2, String(value)]))}` : "";
  }

  // screens/operator/links.tsx
  var EndpointLink = ({ tenantId, id, name: name2 }) => /* @__PURE__ */ a3("a", { class: "words", href: hashOf(["tenants", tenantId, "endpoints", id]), children: name2 });
  var TenantLink = ({ id, name: name2 }) => /* @__PURE__ */ a3("a", { class: "words", href: hashOf(["tenants", id]), title: id, children: name2 });
  function TenantById({ id }) {
    const { body: name2 } = useAnswer(`the name of ${id}`, () => nameOf(id));
    return /* @__PURE__ */ a3(TenantLink, { id, name: name2 ?? shortId(id) });
  }
  var names2 = /* @__PURE__ */ new Map();
  function nameOf(id) {
    const known = names2.get(id);
    if (known) return known;
    const asked = read2(`/tenants/${encodeURIComponent(id)}`).then(({ tenant }) => tenant.name);
    names2.set(id, asked);
    asked.catch(() => names2.delete(id));
    return asked;
  }

  // src/agents/prompt.ts
  function missingVariables(prompt, variables) {
    const missing = /* @__PURE__ */ new Set();
    for (const [, name2] of prompt.matchAll(token)) {
      if (name2 !== void 0 && !alwaysFilled(name2) && !isSupplied(name2, variables)) missing.add(name2);
    }
    return [...missing].sort();
  }
  var token = /\{\{-?\s*([\p{L}_.][\p{L}\d_.-]*?)\s*(?:[|[](?:(?!\{\{|\}\}).)*)?-?\}\}/gsu;
  var reserved = /* @__PURE__ */ new Set(["now", "date", "time", "day", "month", "year"]);
  var reservedPrefixes = ["customer.", "call.", "phoneNumber.", "transport."];
  var alwaysFilled = (name2) => reserved.has(name2) || reservedPrefixes.some((prefix) => name2.startsWith(prefix));
  function isSupplied(name2, variables) {
    if (Object.hasOwn(variables, name2)) return true;
    let at = variables;
    for (const part2 of name2.split(".")) {
      if (membersOf2(at).includes(part2)) return true;
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, part2)) return false;
      at = at[part2];
    }
    return true;
  }
  var membersOf2 = (value) => Array.isArray(value) ? ["first", "last", "size"] : typeof value === "string" ? ["size"] : [];

  // screens/parts/form.tsx
  function Form({ name: name2, act, question, send, onDone, children }) {
    const { isBusy, problem, run } = useChange();
    const [asksBack, askBack] = d2(null);
    const form = T2(null);
    const button = T2(null);
    const last2 = T2({ said: "", key: "" });
    const sendNow = async () => {
      if (!form.current) return;
      const given = new FormData(form.current);
      const said = saidIn(given);
      if (last2.current.said !== said) last2.current = { said, key: `page-${crypto.getRandomValues(new Uint32Array(4)).join("-")}` };
      const { key } = last2.current;
      if (!await run(() => send(given, key))) return;
      last2.current = { said: "", key: "" };
      if (form.current && saidIn(new FormData(form.current)) === said) form.current.reset();
      onDone();
    };
    const submit = (event) => {
      event.preventDefault();
      if (question && form.current) askBack(question(new FormData(form.current)));
      else void sendNow();
    };
    const leaveQuestion = () => {
      button.current?.focus();
      askBack(null);
    };
    return /* @__PURE__ */ a3("form", { ref: form, class: "facets", "aria-label": name2, onSubmit: submit, onInput: () => askBack(null), children: [
      children,
      /* @__PURE__ */ a3(Button, { ref: button, type: "submit", class: "primary", isOff: isBusy || asksBack !== null, children: act }),
      asksBack !== null && /* @__PURE__ */ a3("p", { class: "whole", role: "alert", children: [
        asksBack,
        " ",
        /* @__PURE__ */ a3(
          "button",
          {
            type: "button",
            class: "primary",
            onClick: () => {
              leaveQuestion();
              void sendNow();
            },
            children: "Yes"
          }
        ),
        " ",
        /* @__PURE__ */ a3("button", { type: "button", onClick: leaveQuestion, children: "No" })
      ] }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem })
    ] });
  }
  var saidIn = (given) => JSON.stringify([...given]);
  var typedIn = (given, name2) => String(given.get(name2) ?? "").trim();

  // screens/operator/test-call.tsx
  function TestCall({ agent, path }) {
    const [placed, setPlaced] = d2(null);
    const names4 = missingVariables(agent.systemPrompt, {});
    const place2 = async (given, idempotencyKey) => {
      const variables = Object.fromEntries(names4.map((name2) => [name2, typedIn(given, `variable ${name2}`)]));
      const body = { phoneNumber: typedIn(given, "number"), variables, idempotencyKey };
      setPlaced((await change("POST", `${path}/test-calls`, body)).call.id);
    };
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h2", { children: "Test call" }),
      agent.isActive ? /* @__PURE__ */ a3(
        Form,
        {
          name: "Test call",
          act: "Place a test call",
          question: (given) => `The telephone ${typedIn(given, "number")} rings, and the tenant pays for the call. Place it?`,
          send: place2,
          onDone: () => {
          },
          children: [
            /* @__PURE__ */ a3("label", { children: [
              "Number to call, in E.164",
              /* @__PURE__ */ a3("input", { name: "number", class: "mono", type: "tel", required: true, placeholder: "+1" })
            ] }),
            names4.map((name2) => /* @__PURE__ */ a3("label", { children: [
              name2,
              /* @__PURE__ */ a3("input", { name: `variable ${name2}`, required: true })
            ] }, name2))
          ]
        }
      ) : /* @__PURE__ */ a3("p", { class: "muted", children: "An agent that is off places no calls." }),
      placed !== null && /* @__PURE__ */ a3(Placed, { id: placed })
    ] });
  }
  function Placed({ id }) {
    const asked = useAnswer(id, () => read2(`/calls/${encodeURIComponent(id)}`), 2e3);
    return /* @__PURE__ */ a3(Answered, { asked, children: ({ call }) => /* @__PURE__ */ a3("p", { role: "status", children: [
      /* @__PURE__ */ a3("a", { href: hashOf(["calls", id]), children: [
        "The call to ",
        call.phoneNumber
      ] }),
      " ",
      call.endedAt === null ? `is ${call.status}.` : `has ended: ${call.outcome ?? call.status}.`
    ] }) });
  }

  // screens/operator/agent.tsx
  function Agent({ tenantId, id }) {
    const path = `/tenants/${encodeURIComponent(tenantId)}/agents`;
    const asked = useAnswer(path, () => read2(path));
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3(TenantById, { id: tenantId }) }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ agents }) => {
        const agent = agents.find((each) => each.id === id);
        if (!agent) return /* @__PURE__ */ a3("h1", { children: "There is no such agent." });
        return /* @__PURE__ */ a3(Detail, { agent, path: `${path}/${encodeURIComponent(id)}`, onDone: asked.askAgain });
      } })
    ] });
  }
  var Detail = ({ agent, path, onDone }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3("h1", { children: agent.name }),
    /* @__PURE__ */ a3(
      Facts,
      {
        rows: [
          ["State", `${agent.isActive ? "on" : "off"}${agent.isDefault ? ", the default" : ""}`],
          ["Outcomes", agent.activeOutcomes.join(", ")],
          ["Qualifies by", agent.qualifyingOutcomes.join(", ")],
          ["At the provider", agent.providerAgentId ?? "made anew for each call"],
          ["Changed", /* @__PURE__ */ a3(Time, { at: agent.updatedAt }, "changed")]
        ]
      }
    ),
    /* @__PURE__ */ a3("h2", { children: "Prompt" }),
    /* @__PURE__ */ a3(Prompt, { prompt: agent.systemPrompt, path, onDone }, agent.id),
    /* @__PURE__ */ a3(TestCall, { agent, path }),
    /* @__PURE__ */ a3("h2", { children: "Schema" }),
    agent.extractionSchema === null ? /* @__PURE__ */ a3("p", { class: "muted", children: "It mines for no data." }) : /* @__PURE__ */ a3(Json, { label: "Schema", value: agent.extractionSchema })
  ] });
  function Prompt({ prompt, path, onDone }) {
    const [typed, setTyped] = d2(prompt);
    const { isBusy, problem, run } = useChange();
    const save = async (event) => {
      event.preventDefault();
      if (await run(() => change("PATCH", path, { systemPrompt: typed }))) onDone();
    };
    return /* @__PURE__ */ a3("form", { class: "prompt", onSubmit: (event) => void save(event), children: [
      /* @__PURE__ */ a3("textarea", { "aria-label": "Prompt", rows: 12, value: typed, onInput: ({ currentTarget }) => setTyped(currentTarget.value) }),
      /* @__PURE__ */ a3("p", { children: [
        /* @__PURE__ */ a3(Button, { type: "submit", class: "primary", isOff: isBusy || typed === prompt || typed.trim() === "", children: "Save the prompt" }),
        " ",
        /* @__PURE__ */ a3(Button, { class: "quiet", isOff: typed === prompt, onClick: () => setTyped(prompt), children: "Undo" }),
        " ",
        /* @__PURE__ */ a3("span", { class: "muted", children: [
          typed === prompt ? "This is what the next call gets." : "Not saved yet.",
          " Calls that are under way keep the old one."
        ] })
      ] }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem })
    ] });
  }

  // screens/parts/table.tsx
  function Table({ label, rows, columns, keyOf, none }) {
    if (rows.length === 0) return /* @__PURE__ */ a3("p", { class: "muted", children: none });
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, only a mouse could scroll.
      /* @__PURE__ */ a3("section", { class: "scrolled", "aria-label": label, tabIndex: 0, children: /* @__PURE__ */ a3("table", { class: "rows", children: [
        /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: columns.map(({ title, isNumber }) => /* @__PURE__ */ a3("th", { scope: "col", class: isNumber ? "number" : "", children: title }, title)) }) }),
        /* @__PURE__ */ a3("tbody", { children: rows.map((row) => /* @__PURE__ */ a3("tr", { children: columns.map(({ title, value, isNumber }) => /* @__PURE__ */ a3("td", { class: isNumber ? "number" : "", children: value(row) }, title)) }, keyOf(row))) })
      ] }) })
    );
  }
  var Url = ({ children }) => /* @__PURE__ */ a3("span", { class: "words mono", title: children, children });
  function Older({ path, query, cursor }) {
    if (cursor === null) return null;
    return /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: hashOf(path, { ...query, cursor }), children: "Older ones" }) });
  }

  // screens/operator/audit-log.tsx
  function AuditLog({ query }) {
    const asked = useAnswer(hashOf(["audit-log"], query), () => read2("/audit-log", query));
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h1", { children: "Audit log" }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ entries, nextCursor }) => /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3(
          Table,
          {
            label: "Audit log",
            rows: entries,
            keyOf: ({ id }) => id,
            none: "No operator has changed anything.",
            columns: [
              { title: "At", value: ({ at }) => /* @__PURE__ */ a3(Time, { at }) },
              { title: "Operation", value: ({ operation }) => /* @__PURE__ */ a3("a", { href: hashOf(["audit-log"], { operation }), children: operation }) },
              { title: "Result", value: ({ result }) => result ?? "not known" },
              { title: "About", value: ({ ids }) => /* @__PURE__ */ a3("span", { class: "mono", children: Object.values(ids).join(" ") }) },
              { title: "From", value: ({ address }) => /* @__PURE__ */ a3("span", { class: "mono", children: address }) }
            ]
          }
        ),
        /* @__PURE__ */ a3(Older, { path: ["audit-log"], query, cursor: nextCursor })
      ] }) })
    ] });
  }

  // simulator/console/page/frame/wav.ts
  function waveformIn(file, parts) {
    const view = new DataView(file);
    if (file.byteLength < 12 || textAt(view, 0, 4) !== "RIFF" || textAt(view, 8, 4) !== "WAVE") return null;
    const chunks = chunksIn(view, 12, file.byteLength);
    const [format, data] = [chunks.find(({ name: name2 }) => name2 === "fmt "), chunks.find(({ name: name2 }) => name2 === "data")];
    if (!format || !data || view.getUint16(format.from, true) !== pcm) return null;
    const channels = view.getUint16(format.from + 2, true);
    const [sampleRate, bytesPerSecond] = [view.getUint32(format.from + 4, true), view.getUint32(format.from + 8, true)];
    const bits = view.getUint16(format.from + 14, true);
    if (bits !== 8 && bits !== 16 || bytesPerSecond === 0) return null;
    const frame = channels * bits / 8;
    const loudness = (at) => bits === 8 ? Math.abs(view.getUint8(at) - 128) / 128 : Math.abs(view.getInt16(at, true)) / 32768;
    const frames = Math.floor((data.to - data.from) / frame);
    const peaks = Array.from({ length: parts }, (_3, part2) => {
      let highest = 0;
      const end = Math.floor((part2 + 1) * frames / parts);
      for (let nth = Math.floor(part2 * frames / parts); nth < end; nth++) highest = Math.max(highest, loudness(data.from + nth * frame));
      return highest;
    });
    return { seconds: (data.to - data.from) / bytesPerSecond, peaks, marks: marksIn(view, chunks, sampleRate) };
  }
  var pcm = 1;
  function chunksIn(view, from, to) {
    const chunks = [];
    for (let at = from; at + 8 <= to; ) {
      const length = view.getUint32(at + 4, true);
      chunks.push({ name: textAt(view, at, 4), from: at + 8, to: Math.min(to, at + 8 + length) });
      at += 8 + length + length % 2;
    }
    return chunks;
  }
  function marksIn(view, chunks, sampleRate) {
    const labels = new Map(
      chunks.filter(({ name: name2, from }) => name2 === "LIST" && textAt(view, from, 4) === "adtl").flatMap(({ from, to }) => chunksIn(view, from + 4, to)).filter(({ name: name2 }) => name2 === "labl").map(({ from, to }) => [view.getUint32(from, true), textAt(view, from + 4, to - from - 4).replace(/\0+$/, "")])
    );
    const cues = chunks.find(({ name: name2 }) => name2 === "cue ");
    if (!cues) return [];
    return Array.from({ length: Math.floor((cues.to - cues.from - 4) / 24) }, (_3, nth) => cues.from + 4 + nth * 24).map((at) => ({ seconds: view.getUint32(at + 4, true) / sampleRate, label: labels.get(view.getUint32(at, true)) ?? "" })).sort((one, other) => one.seconds - other.seconds);
  }
  var textAt = (view, at, length) => new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, Math.max(0, Math.min(length, view.byteLength - at))));

  // simulator/console/page/frame/playing.ts
  var waveBars = 160;
  function usePlaying(url) {
    const audio = T2(null);
    const [waveform, setWaveform] = d2(null);
    const [problem, setProblem] = d2(null);
    const [at, setAt] = d2({ seconds: 0, isPlaying: false, hasBegun: false });
    A2(() => {
      let isCurrent = true;
      setWaveform(null);
      setProblem(null);
      setAt({ seconds: 0, isPlaying: false, hasBegun: false });
      if (url === null) return void 0;
      readWaveform(url).then(
        (found) => isCurrent && setWaveform(found),
        () => isCurrent && setProblem("The recording could not be fetched.")
      );
      return () => {
        isCurrent = false;
      };
    }, [url]);
    const follow = () => {
      const { currentTime, paused } = audio.current ?? { currentTime: 0, paused: true };
      setAt((before) => ({ seconds: currentTime, isPlaying: !paused, hasBegun: before.hasBegun || !paused || currentTime > 0 }));
    };
    const moveTo = (seconds) => {
      if (audio.current) audio.current.currentTime = seconds;
      setAt((before) => ({ ...before, seconds, hasBegun: true }));
    };
    const play = () => void audio.current?.play().catch(() => setProblem("The browser cannot play it."));
    return {
      ...{ audio, waveform, problem, ...at, moveTo, follow },
      toggle: () => audio.current?.paused ? play() : audio.current?.pause(),
      playFrom(seconds) {
        moveTo(seconds);
        play();
      }
    };
  }
  async function readWaveform(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(String(response.status));
    return waveformIn(await response.arrayBuffer(), waveBars);
  }

  // simulator/console/page/frame/player.tsx
  function Player({ url, playing, turns }) {
    const { audio, waveform, isPlaying, seconds, problem, toggle, moveTo, follow } = playing;
    return /* @__PURE__ */ a3("div", { class: "player", children: [
      /* @__PURE__ */ a3(
        "audio",
        {
          ref: audio,
          src: url,
          preload: "metadata",
          controls: waveform === null,
          "aria-label": "Recording",
          onTimeUpdate: follow,
          onPlay: follow,
          onPause: follow,
          onEnded: follow
        }
      ),
      waveform && /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3("button", { type: "button", class: "play", "aria-label": isPlaying ? "Pause" : "Play", onClick: toggle, children: /* @__PURE__ */ a3("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", children: /* @__PURE__ */ a3("path", { d: isPlaying ? "M5 3v10M11 3v10" : "M4.5 2.5v11l9-5.5z" }) }) }),
        /* @__PURE__ */ a3("span", { class: "waves", children: [
          /* @__PURE__ */ a3(Waves, { waveform, seconds, turns }),
          /* @__PURE__ */ a3(
            "input",
            {
              type: "range",
              "aria-label": "Place in the recording",
              "aria-valuetext": `${clockOf(seconds)} of ${clockOf(waveform.seconds)}`,
              min: "0",
              max: waveform.seconds,
              step: "0.1",
              value: seconds,
              onInput: (event) => moveTo(Number(event.currentTarget.value))
            }
          )
        ] }),
        /* @__PURE__ */ a3("span", { class: "place muted", children: [
          clockOf(seconds),
          " / ",
          clockOf(waveform.seconds)
        ] })
      ] }),
      problem && /* @__PURE__ */ a3(Problem, { children: problem })
    ] });
  }
  var [barWidth, gap, height] = [4, 2, 40];
  function Waves({ waveform, seconds, turns }) {
    const secondsOf = (bar) => (bar + 1) * waveform.seconds / waveBars;
    const speakerAt = (place2) => turns.findLast(({ at }) => at !== null && at <= place2)?.speaker;
    return /* @__PURE__ */ a3("svg", { viewBox: `0 0 ${waveBars * (barWidth + gap)} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true", children: waveform.peaks.map((peak, bar) => {
      const size = Math.max(1, peak * height);
      const speaker = speakerAt(secondsOf(bar)) === "AI" ? "agent" : "other";
      const heard = secondsOf(bar) <= seconds ? "heard" : "";
      return /* @__PURE__ */ a3("rect", { class: `${speaker} ${heard}`, x: bar * (barWidth + gap), y: (height - size) / 2, width: barWidth, height: size }, bar);
    }) });
  }

  // simulator/console/page/frame/conversation.tsx
  function Conversation({ transcript, recordingUrl: url }) {
    const recordingUrl = w2(() => url, [url?.split("?", 1)[0]]);
    const playing = usePlaying(recordingUrl);
    const lines = linesOf(transcript, playing.waveform?.marks ?? []);
    const current = playing.hasBegun ? lines.findLastIndex(({ at }) => at !== null && at <= playing.seconds) : -1;
    return /* @__PURE__ */ a3($, { children: [
      recordingUrl !== null && /* @__PURE__ */ a3(Player, { url: recordingUrl, playing, turns: lines }),
      lines.length === 0 ? /* @__PURE__ */ a3("p", { class: "muted", children: "There is no transcript." }) : /* @__PURE__ */ a3("ol", { class: "conversation", "aria-label": "Conversation", children: lines.map((line, index) => /* @__PURE__ */ a3(SaidLine, { line, isCurrent: index === current, playFrom: playing.playFrom }, index)) })
    ] });
  }
  function SaidLine({ line: { speaker, words, at }, isCurrent, playFrom }) {
    return /* @__PURE__ */ a3("li", { class: speaker === "AI" ? "agent" : "", "aria-current": isCurrent ? "true" : void 0, children: [
      /* @__PURE__ */ a3("span", { children: [
        speaker !== null && /* @__PURE__ */ a3("strong", { children: speaker }),
        " ",
        words
      ] }),
      at !== null && /* @__PURE__ */ a3("button", { type: "button", class: "quiet", "aria-label": `Play from ${clockOf(at)}`, onClick: () => playFrom(at), children: clockOf(at) })
    ] });
  }
  function linesOf(transcript, marks) {
    const texts = transcript === null || transcript.trim() === "" ? marks.map(({ label }) => label) : transcript.trimEnd().split("\n");
    return texts.map((text, index) => {
      const [, speaker = null, words = text] = /^(\w+): (.*)$/.exec(text) ?? [];
      return { speaker, words, at: marks[index]?.seconds ?? null };
    });
  }

  // src/process/money.ts
  function showMoney(micros) {
    const digits = String(Math.abs(micros)).padStart(7, "0");
    const fraction = digits.slice(-6).replace(/0{1,4}$/, "");
    return `${micros < 0 ? "-" : ""}${digits.slice(0, -6)}.${fraction}`;
  }

  // screens/parts/call-words.tsx
  function talked({ durationSeconds, endedAt }) {
    if (durationSeconds !== null) return `${durationSeconds} s`;
    return endedAt === null ? "it has not ended" : "nobody answered";
  }
  var RecordingElsewhere = ({ url }) => /* @__PURE__ */ a3("a", { href: url, target: "_blank", rel: "noopener noreferrer", children: "Listen, within 15 minutes" });

  // screens/parts/status-badge.tsx
  var deliveryStatuses = ["pending", "retrying", "success", "failed"];
  var tones = { success: "good", failed: "bad", retrying: "wait", pending: "live" };
  var StatusBadge = ({ status }) => /* @__PURE__ */ a3(Badge, { tone: tones[status] ?? "quiet", children: status });
  var OnOff = ({ isActive }) => /* @__PURE__ */ a3(Badge, { tone: isActive ? "good" : "quiet", children: isActive ? "on" : "off" });

  // screens/operator/ledger.tsx
  var Ledger = ({ entries, none }) => /* @__PURE__ */ a3(
    Table,
    {
      label: "Wallet",
      rows: entries,
      keyOf: ({ id }) => String(id),
      none,
      columns: [
        { title: "At", value: ({ createdAt }) => /* @__PURE__ */ a3(Time, { at: createdAt }) },
        { title: "What", value: ({ kind }) => kind },
        { title: "Amount", value: ({ amountMicros }) => showMoney(amountMicros), isNumber: true },
        { title: "Balance after", value: ({ balanceAfterMicros }) => showMoney(balanceAfterMicros), isNumber: true },
        { title: "For", value: ({ callId, note }) => /* @__PURE__ */ a3(Reason, { callId, note }) }
      ]
    }
  );
  var Reason = ({ callId, note }) => /* @__PURE__ */ a3($, { children: [
    callId !== null && /* @__PURE__ */ a3("a", { class: "mono", href: hashOf(["calls", callId]), title: callId, children: shortId(callId) }),
    " ",
    note !== null && /* @__PURE__ */ a3("span", { class: "words", children: note })
  ] });

  // screens/operator/call.tsx
  function Call({ id }) {
    const asked = useAnswer(id, () => everythingOf(id), 5e3);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: hashOf(["calls"], { tenantId: asked.body?.tenantId }), children: "Calls" }) }),
      /* @__PURE__ */ a3("h1", { class: "mono wrap", children: id }),
      /* @__PURE__ */ a3(Answered, { asked, children: (body) => /* @__PURE__ */ a3(Detail2, { ...body }) })
    ] });
  }
  async function everythingOf(id) {
    const body = await read2(`/calls/${encodeURIComponent(id)}`);
    const { agents } = await read2(`/tenants/${encodeURIComponent(body.tenantId)}/agents`);
    return { ...body, schema: agents.find((agent) => agent.id === body.call.agentId)?.extractionSchema ?? null };
  }
  var Detail2 = ({ call, tenantId, recordingPath, ledger, deliveries, schema }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3(
      Facts,
      {
        rows: [
          ["State", call.status],
          ["Outcome", call.outcome ?? "none"],
          ["Ended because", call.endedReason ?? "it has not ended"],
          ["Called", `${call.phoneNumber} from ${call.fromPhoneNumber}`],
          ["Talked", talked(call)],
          ["Cost", costOf(ledger)],
          ["Made", /* @__PURE__ */ a3(Time, { at: call.createdAt }, "made")],
          ["Ended", /* @__PURE__ */ a3(Time, { at: call.endedAt }, "ended")],
          ["Tenant", /* @__PURE__ */ a3(TenantById, { id: tenantId }, "tenant")],
          ["Recording", /* @__PURE__ */ a3(Recording, { url: call.recordingUrl, isHere: recordingPath !== null }, "recording")]
        ]
      }
    ),
    /* @__PURE__ */ a3("h2", { children: "What was said" }),
    /* @__PURE__ */ a3(Conversation, { transcript: call.transcript, recordingUrl: recordingPath }),
    /* @__PURE__ */ a3("h2", { children: "What was mined" }),
    /* @__PURE__ */ a3(Mined, { ...call, schema }),
    /* @__PURE__ */ a3("h2", { children: "What it cost" }),
    /* @__PURE__ */ a3(Ledger, { entries: ledger, none: "Nothing in a wallet: its tenant pays by invoice." }),
    /* @__PURE__ */ a3("h2", { children: "Webhook deliveries" }),
    /* @__PURE__ */ a3(
      Table,
      {
        label: "Webhook deliveries",
        rows: deliveries,
        keyOf: ({ id }) => id,
        none: "Nothing was sent about it: no trigger wanted its event, or it has none yet.",
        columns: [
          { title: "Status", value: ({ status }) => /* @__PURE__ */ a3(StatusBadge, { status }) },
          { title: "Event", value: ({ id, eventType }) => /* @__PURE__ */ a3("a", { href: hashOf(["deliveries", id]), children: eventType }) },
          { title: "Attempts", value: ({ attempts }) => attempts, isNumber: true },
          { title: "Endpoint", value: ({ endpoint }) => /* @__PURE__ */ a3("span", { class: "words", children: endpoint.name }) },
          { title: "Goes next", value: ({ nextRetryAt }) => /* @__PURE__ */ a3(Time, { at: nextRetryAt }) }
        ]
      }
    )
  ] });
  function costOf(ledger) {
    if (ledger.length === 0) return "by invoice";
    const sum2 = -ledger.reduce((total, { amountMicros }) => total + amountMicros, 0);
    return ledger.some(({ kind }) => kind !== "hold") ? showMoney(sum2) : `${showMoney(sum2)} are held until it ends`;
  }
  var Recording = ({ url, isHere }) => url === null ? /* @__PURE__ */ a3("span", { class: "muted", children: "none" }) : isHere ? "below" : /* @__PURE__ */ a3(RecordingElsewhere, { url });
  function Mined({ extraction, extractionError, schema }) {
    const text = extraction === null ? null : JSON.stringify(extraction, null, 2);
    return /* @__PURE__ */ a3("div", { class: "beside", children: [
      /* @__PURE__ */ a3("div", { children: [
        extractionError !== null && /* @__PURE__ */ a3("p", { children: [
          "It could not be mined: ",
          extractionError
        ] }),
        text === null ? extractionError === null && /* @__PURE__ */ a3("p", { class: "muted", children: "Nothing: the agent has no schema, or the call is not analysed yet." }) : /* @__PURE__ */ a3($, { children: [
          /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3(CopyButton, { label: "Copy", name: "Copy what was mined", text: () => text }) }),
          /* @__PURE__ */ a3(Json, { label: "What was mined", value: extraction })
        ] })
      ] }),
      schema !== null && /* @__PURE__ */ a3("div", { children: [
        /* @__PURE__ */ a3("p", { class: "muted", children: "The agent's schema, as it is today" }),
        /* @__PURE__ */ a3(Json, { label: "Schema", value: schema })
      ] })
    ] });
  }

  // screens/parts/call-table.tsx
  var CallTable = ({ calls, none, more = [] }) => /* @__PURE__ */ a3(
    Table,
    {
      label: "Calls",
      rows: calls,
      keyOf: ({ id }) => id,
      none,
      columns: [
        { title: "Call", value: ({ id, phoneNumber }) => /* @__PURE__ */ a3("a", { href: hashOf(["calls", id]), children: phoneNumber }) },
        { title: "State", value: ({ status }) => status },
        { title: "Outcome", value: ({ outcome }) => /* @__PURE__ */ a3("span", { class: "words", children: outcome }) },
        { title: "Ended because", value: ({ endedReason }) => endedReason },
        { title: "Talked", value: ({ durationSeconds }) => durationSeconds === null ? null : `${durationSeconds} s`, isNumber: true },
        { title: "Made", value: ({ createdAt }) => /* @__PURE__ */ a3(Time, { at: createdAt }) },
        { title: "From", value: ({ fromPhoneNumber }) => /* @__PURE__ */ a3("span", { class: "mono", children: fromPhoneNumber }) },
        ...more
      ]
    }
  );

  // screens/parts/facet.tsx
  var Facets = ({ children }) => /* @__PURE__ */ a3("form", { class: "facets", "aria-label": "Facets", onSubmit: (event) => event.preventDefault(), children });
  var facetsOf = ({ path, query: { cursor, ...query } }) => (facet) => ({ value: query[facet], onGive: (value) => go(path, { ...query, [facet]: value }) });
  function Facet({ name: name2, hint = "id, then Enter", value = "", onGive }) {
    const [typed, setTyped] = d2(null);
    const give = () => {
      setTyped(null);
      if (typed !== null && typed.trim() !== value) onGive(typed.trim());
    };
    return /* @__PURE__ */ a3("label", { children: [
      name2,
      /* @__PURE__ */ a3(
        "input",
        {
          class: "mono",
          placeholder: hint,
          value: typed ?? value,
          onInput: ({ currentTarget }) => setTyped(currentTarget.value),
          onBlur: give,
          onKeyDown: ({ key }) => key === "Enter" && give()
        }
      )
    ] });
  }
  var TimeFacet = ({ name: name2, value = "", onGive }) => /* @__PURE__ */ a3("label", { children: [
    name2,
    /* @__PURE__ */ a3(
      "input",
      {
        type: "datetime-local",
        value: value.slice(0, 16),
        onChange: ({ currentTarget: { value: given } }) => onGive(given === "" ? "" : `${given}:00Z`)
      }
    )
  ] });
  function Choice({ name: name2, options, value = "", onGive }) {
    return /* @__PURE__ */ a3("label", { children: [
      name2,
      /* @__PURE__ */ a3("select", { value, onChange: ({ currentTarget }) => onGive(currentTarget.value), children: [
        /* @__PURE__ */ a3("option", { value: "", children: "any" }),
        options.map((option) => /* @__PURE__ */ a3("option", { value: option, children: option }, option))
      ] })
    ] });
  }

  // screens/operator/calls.tsx
  var statuses = ["queued", "ringing", "in-progress", "completed", "no_answer", "busy", "failed", "canceled"];
  function Calls({ query }) {
    const asked = useAnswer(hashOf(["calls"], query), () => read2("/calls", query), 1e4);
    const facet = facetsOf({ path: ["calls"], query });
    const outcome = facet("outcome");
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h1", { children: "Calls" }),
      /* @__PURE__ */ a3(Facets, { children: [
        /* @__PURE__ */ a3(Choice, { name: "State", options: statuses, ...facet("status") }),
        /* @__PURE__ */ a3(Facet, { name: "Outcome", hint: "INTERESTED", value: outcome.value, onGive: (value) => outcome.onGive(value.toUpperCase()) }),
        /* @__PURE__ */ a3(Facet, { name: "Tenant", ...facet("tenantId") }),
        /* @__PURE__ */ a3(TimeFacet, { name: "Made since (UTC)", ...facet("since") }),
        /* @__PURE__ */ a3(TimeFacet, { name: "Made before (UTC)", ...facet("until") }),
        /* @__PURE__ */ a3(Facet, { name: "Call", value: "", onGive: (id) => go(["calls", id]) })
      ] }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ calls, nextCursor }) => /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3(
          CallTable,
          {
            calls: calls.map(({ call, tenantId }) => ({ ...call, tenantId })),
            none: nextCursor === null ? "No call is like this." : "None among those looked through so far.",
            more: [{ title: "Tenant", value: ({ tenantId }) => /* @__PURE__ */ a3(TenantById, { id: tenantId }) }]
          }
        ),
        /* @__PURE__ */ a3(Older, { path: ["calls"], query, cursor: nextCursor })
      ] }) })
    ] });
  }

  // src/contract/generated/public.ts
  var eventTypes = [
    "call.completed",
    "sms.received",
    "sms.delivered",
    "sms.failed",
    "lead.qualified"
  ];

  // screens/parts/delivery-columns.tsx
  var deliveryColumns = [
    { title: "Status", value: ({ status }) => /* @__PURE__ */ a3(StatusBadge, { status }) },
    {
      title: "Delivery",
      value: ({ id }) => /* @__PURE__ */ a3("a", { class: "mono", href: hashOf(["deliveries", id]), title: id, children: shortId(id) })
    },
    { title: "Event", value: ({ eventType }) => eventType },
    { title: "Last answer", value: ({ errorMessage, responseStatus }) => errorMessage ?? (responseStatus && `HTTP ${responseStatus}`) },
    { title: "Goes next", value: ({ nextRetryAt }) => /* @__PURE__ */ a3(Time, { at: nextRetryAt }) },
    { title: "Attempts", value: ({ attempts }) => attempts, isNumber: true },
    { title: "Made", value: ({ createdAt }) => /* @__PURE__ */ a3(Time, { at: createdAt }) }
  ];

  // screens/operator/deliveries.tsx
  function Deliveries({ query }) {
    const asked = useAnswer(hashOf(["deliveries"], query), () => read2("/deliveries", query), 1e4);
    const facet = facetsOf({ path: ["deliveries"], query });
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h1", { children: "Deliveries" }),
      /* @__PURE__ */ a3(Facets, { children: [
        /* @__PURE__ */ a3(Choice, { name: "Status", options: deliveryStatuses, ...facet("status") }),
        /* @__PURE__ */ a3(Choice, { name: "Event", options: eventTypes, ...facet("eventType") }),
        /* @__PURE__ */ a3(Facet, { name: "Tenant", ...facet("tenantId") }),
        /* @__PURE__ */ a3(Facet, { name: "Endpoint", ...facet("endpointId") }),
        /* @__PURE__ */ a3(TimeFacet, { name: "Made since (UTC)", ...facet("since") }),
        /* @__PURE__ */ a3(TimeFacet, { name: "Made before (UTC)", ...facet("until") }),
        /* @__PURE__ */ a3(Facet, { name: "Delivery", value: "", onGive: (id) => go(["deliveries", id]) })
      ] }),
      /* @__PURE__ */ a3(Answered, { asked, children: (page) => /* @__PURE__ */ a3(Found, { page, query }) })
    ] });
  }
  var Found = ({ page: { deliveries, nextCursor }, query }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3(
      Table,
      {
        label: "Deliveries",
        rows: deliveries,
        keyOf: ({ id }) => id,
        none: nextCursor === null ? "No delivery is like this." : "None among those looked through so far.",
        columns: [
          ...deliveryColumns,
          { title: "Endpoint", value: ({ tenantId, endpoint: { id, name: name2 } }) => /* @__PURE__ */ a3(EndpointLink, { tenantId, id, name: name2 }) },
          { title: "Tenant", value: ({ tenantId }) => /* @__PURE__ */ a3(TenantById, { id: tenantId }) }
        ]
      }
    ),
    /* @__PURE__ */ a3(Older, { path: ["deliveries"], query, cursor: nextCursor })
  ] });

  // simulator/console/page/frame/waterfall.tsx
  function Waterfall({ from, fromWord = "made", attempts, timesOf, children, next }) {
    const tried = attempts.map(timesOf);
    const to = Math.max(from + 1, ...tried.map(endOf), next?.at ?? 0);
    const axis = { from: Math.min(from, ...tried.map(({ startedAt }) => startedAt)), to };
    const slowest = Math.max(leastSlowestMs, ...tried.map(({ durationMs }) => durationMs ?? 0));
    const before = (index) => index === 0 ? from : endOf(tried[index - 1]);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("ol", { class: "waterfall", "aria-label": "Attempts", children: [
        attempts.map((attempt, index) => {
          const times = tried[index];
          const gap3 = index === 0 ? null : lapse(times.startedAt - before(index));
          return /* @__PURE__ */ a3("li", { children: [
            children(attempt, gap3),
            /* @__PURE__ */ a3("div", { class: "drawn", children: [
              /* @__PURE__ */ a3(OnAxis, { axis, gapFrom: before(index), from: times.startedAt, to: endOf(times), tone: toneOf(times) }),
              /* @__PURE__ */ a3(Latency, { share: (times.durationMs ?? 0) / slowest, tone: toneOf(times) })
            ] })
          ] }, index);
        }),
        next && /* @__PURE__ */ a3("li", { children: [
          next.line,
          /* @__PURE__ */ a3("div", { class: "drawn", children: /* @__PURE__ */ a3(OnAxis, { axis, gapFrom: before(attempts.length), from: next.at, to: next.at, tone: "planned" }) })
        ] })
      ] }),
      /* @__PURE__ */ a3("p", { class: "ends muted", children: [
        /* @__PURE__ */ a3("span", { children: fromWord }),
        /* @__PURE__ */ a3("span", { children: [
          lapse(to - from),
          " later"
        ] })
      ] })
    ] });
  }
  var leastSlowestMs = 1e3;
  var lapse = (ms) => ms < 1e3 ? `${Math.max(0, Math.round(ms))} ms` : span(ms / 1e3);
  var endOf = ({ startedAt, durationMs }) => startedAt + (durationMs ?? 0);
  var toneOf = ({ durationMs, isAccepted }) => durationMs === null ? "planned" : isAccepted ? "good" : "bad";
  var axisWidth = 1e3;
  var leastWidth = 6;
  function OnAxis({ axis, gapFrom, from, to, tone }) {
    const placeOf = (time) => (time - axis.from) / (axis.to - axis.from) * axisWidth;
    const width = Math.min(axisWidth, Math.max(leastWidth, placeOf(to) - placeOf(from)));
    const x2 = Math.min(axisWidth - width, Math.max(0, placeOf(from)));
    const gapStart = Math.min(x2, Math.max(0, placeOf(gapFrom)));
    return /* @__PURE__ */ a3("svg", { class: "axis", viewBox: `0 0 ${axisWidth} 8`, preserveAspectRatio: "none", "aria-hidden": "true", children: [
      /* @__PURE__ */ a3("rect", { class: "ground", width: axisWidth, height: "8" }),
      /* @__PURE__ */ a3("rect", { class: "gap", x: gapStart, y: "3", width: x2 - gapStart, height: "2" }),
      /* @__PURE__ */ a3("rect", { class: tone, x: x2, width, height: "8" })
    ] });
  }
  function Latency({ share, tone }) {
    return /* @__PURE__ */ a3("svg", { class: "latency", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true", children: [
      /* @__PURE__ */ a3("rect", { class: "ground", width: "100", height: "8" }),
      /* @__PURE__ */ a3("rect", { class: tone, width: Math.max(2, 100 * share), height: "8" })
    ] });
  }

  // src/contract/attempt-words.ts
  var failureWords = {
    timeout: "timeout",
    blocked: "blocked address",
    dns: "the host name does not resolve",
    connect: "no connection",
    tls: "TLS: the handshake failed",
    reset: "the receiver closed the connection",
    protocol: "the request failed"
  };
  function attemptWords({ n: n2, status, errorClass }, { attempts, errorMessage }) {
    if (status !== null) return `HTTP ${status}`;
    if (n2 === attempts && errorMessage !== null) return errorMessage;
    return errorClass !== null && wordsOf(errorClass) || "no answer";
  }
  var wordsOf = (errorClass) => Object.hasOwn(failureWords, errorClass) ? failureWords[errorClass] : errorClass;

  // screens/parts/attempts.tsx
  function Attempts({ delivery, attempts }) {
    const { createdAt, nextRetryAt } = delivery;
    if (attempts.length === 0) return /* @__PURE__ */ a3("p", { class: "muted", children: "None yet." });
    return /* @__PURE__ */ a3(
      Waterfall,
      {
        from: new Date(createdAt).getTime(),
        attempts,
        timesOf: ({ startedAt, durationMs, errorClass }) => ({
          startedAt: new Date(startedAt).getTime(),
          durationMs,
          isAccepted: errorClass === null
        }),
        next: nextRetryAt === null ? null : { at: new Date(nextRetryAt).getTime(), line: /* @__PURE__ */ a3(NextLine, { n: attempts.length + 1, at: nextRetryAt }) },
        children: (attempt, gap3) => /* @__PURE__ */ a3(AttemptLine, { attempt, words: attemptWords(attempt, delivery), gap: gap3 })
      }
    );
  }
  var NextLine = ({ n: n2, at }) => /* @__PURE__ */ a3("span", { class: "attempt", children: [
    /* @__PURE__ */ a3(Mark, { tone: "wait" }),
    " ",
    /* @__PURE__ */ a3("strong", { children: n2 }),
    " goes at ",
    /* @__PURE__ */ a3(Time, { at })
  ] });
  function AttemptLine({ attempt, words, gap: gap3 }) {
    const { n: n2, startedAt, errorClass, durationMs, responseHead } = attempt;
    const isAccepted = errorClass === null;
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("span", { class: "attempt", children: [
        /* @__PURE__ */ a3(Mark, { tone: isAccepted ? "good" : "bad", label: isAccepted ? "accepted" : "failed" }),
        " ",
        /* @__PURE__ */ a3("strong", { children: n2 }),
        " ",
        /* @__PURE__ */ a3(Time, { at: startedAt }),
        " ",
        /* @__PURE__ */ a3("span", { children: words }),
        " ",
        /* @__PURE__ */ a3("span", { class: "muted", children: [
          "in ",
          durationMs.toLocaleString("en"),
          " ms",
          gap3 !== null && `, ${gap3} after the one before`
        ] })
      ] }),
      responseHead !== null && responseHead !== "" && /* @__PURE__ */ a3("details", { children: [
        /* @__PURE__ */ a3("summary", { children: "Its answer began" }),
        /* @__PURE__ */ a3("pre", { class: "wrap", children: responseHead })
      ] })
    ] });
  }

  // screens/parts/call-fact.tsx
  function callFact({ event, data }) {
    const { call_id: id } = data;
    if (typeof id !== "string") return [];
    if (event === "call.completed" && !("metadata" in data)) return [["Call", `${id}, which a dialer made`]];
    return [
      [
        "Call",
        /* @__PURE__ */ a3("a", { href: hashOf(["calls", id]), children: id }, "call")
      ]
    ];
  }

  // screens/parts/send-again.tsx
  function SendAgain({ delivery: { status, endpoint }, send, onDone }) {
    const { isBusy, problem, run } = useChange();
    if (status !== "success" && status !== "failed")
      return /* @__PURE__ */ a3("p", { class: "muted", children: "It can be sent again by hand once it is accepted or given up." });
    return /* @__PURE__ */ a3("p", { children: [
      /* @__PURE__ */ a3(Button, { class: "primary", isOff: isBusy, onClick: () => void run(send).then(onDone), children: isBusy ? "Sending …" : "Send it again now" }),
      " ",
      /* @__PURE__ */ a3("span", { class: "muted", children: [
        "The same bytes go to ",
        endpoint.name,
        " under the same id."
      ] }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem })
    ] });
  }

  // screens/parts/story-of.ts
  function storyOf({
    status,
    attempts,
    errorMessage,
    nextRetryAt
  }) {
    const last2 = errorMessage === null ? "" : ` The last attempt came to: ${errorMessage}.`;
    switch (status) {
      case "success":
        return `It was accepted at attempt ${attempts}.`;
      case "failed":
        return `It was given up after ${plural(attempts, "attempt")}.${last2}`;
      case "retrying":
        return `${attempts === 0 ? "It waits for its budget." : `${plural(attempts, "attempt")} ${attempts === 1 ? "has" : "have"} failed.`}${last2}${nextRetryAt ? " It goes again by itself." : ""}`;
      default:
        return "It is on its way.";
    }
  }

  // screens/parts/delivery-view.tsx
  function DeliveryView({ id, asked, shown }) {
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: hashOf(["deliveries"]), children: "Deliveries" }) }),
      /* @__PURE__ */ a3("h1", { class: "mono wrap", children: id }),
      /* @__PURE__ */ a3(Answered, { asked, children: (body) => /* @__PURE__ */ a3(Detail3, { ...shown(body), onDone: asked.askAgain }) })
    ] });
  }
  function Detail3({ delivery, attempts, content, text, to, send, onDone }) {
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("p", { class: "lead", children: [
        /* @__PURE__ */ a3(StatusBadge, { status: delivery.status }),
        " ",
        /* @__PURE__ */ a3("span", { children: storyOf(delivery) })
      ] }),
      /* @__PURE__ */ a3(
        Facts,
        {
          rows: [
            ["Event", delivery.eventType],
            ["Made", /* @__PURE__ */ a3(Time, { at: delivery.createdAt }, "made")],
            ...to,
            ["Trigger", delivery.trigger.name],
            ["Goes next", /* @__PURE__ */ a3(Time, { at: delivery.nextRetryAt }, "next")],
            ...callFact(content)
          ]
        }
      ),
      /* @__PURE__ */ a3(SendAgain, { delivery, send, onDone }),
      /* @__PURE__ */ a3("h2", { children: "Attempts" }),
      /* @__PURE__ */ a3(Attempts, { delivery, attempts }),
      /* @__PURE__ */ a3("div", { class: "raw-head", children: [
        /* @__PURE__ */ a3("h2", { children: "Payload" }),
        /* @__PURE__ */ a3(CopyButton, { label: "Copy", name: "Copy the payload", text: () => text })
      ] }),
      /* @__PURE__ */ a3(Json, { label: "Payload", value: content })
    ] });
  }

  // screens/operator/delivery.tsx
  function Delivery({ id }) {
    const asked = useAnswer(id, () => read2(`/deliveries/${encodeURIComponent(id)}`), 5e3);
    return /* @__PURE__ */ a3(
      DeliveryView,
      {
        id,
        asked,
        shown: ({ delivery, attempts, payload }) => ({
          delivery,
          attempts,
          content: jsonIn(payload),
          // The AsyncAPI document defines it.
          text: payload,
          to: [
            ["Tenant", /* @__PURE__ */ a3(TenantById, { id: delivery.tenantId }, "tenant")],
            [
              "Endpoint",
              /* @__PURE__ */ a3(EndpointLink, { tenantId: delivery.tenantId, id: delivery.endpoint.id, name: delivery.endpoint.name }, "endpoint")
            ],
            ["URL", delivery.endpoint.url]
          ],
          send: () => change("POST", `/deliveries/${delivery.id}/retry`)
        })
      }
    );
  }

  // screens/operator/bulk-replay.tsx
  function BulkReplay({ address, path, since, onDone }) {
    const [begun, setBegun] = d2(null);
    const asked = useAnswer(`${path} ${since}`, () => read2(`${path}/replay-preview`, { since }), 5e3);
    const { isBusy, problem, run } = useChange();
    const send = () => run(async () => {
      const { replay } = await change("POST", `${path}/replays`, { since });
      setBegun(replay.id);
      go(address, { since });
      await asked.askAgain();
    }).then(onDone);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("div", { class: "facets", children: /* @__PURE__ */ a3(
        TimeFacet,
        {
          name: "Given up since (UTC)",
          value: since,
          onGive: (value) => {
            setBegun(null);
            go(address, { since: value });
          }
        }
      ) }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ preview: { total, running } }) => /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3("p", { children: [
          /* @__PURE__ */ a3(Button, { isOff: isBusy || total === 0 || running !== null, onClick: () => void send(), children: [
            "Send ",
            plural(total, "delivery", "deliveries"),
            " again"
          ] }),
          " ",
          (running ?? begun) === null && /* @__PURE__ */ a3("span", { class: "muted", children: "So many were given up since then and are still failed. Nothing is sent until you press it." })
        ] }),
        (running ?? begun) !== null && /* @__PURE__ */ a3(Progress, { path: `${path}/replays/${running ?? begun}` }),
        problem !== null && /* @__PURE__ */ a3(Problem, { children: problem })
      ] }) })
    ] });
  }
  function Progress({ path }) {
    const asked = useAnswer(path, () => read2(path), 1e3);
    const { isBusy, problem, run } = useChange();
    const cancel = () => run(() => change("POST", `${path}/cancel`)).then(asked.askAgain);
    return /* @__PURE__ */ a3(Answered, { asked, children: ({ replay }) => /* @__PURE__ */ a3("p", { class: "replay", role: "status", children: [
      /* @__PURE__ */ a3("progress", { max: Math.max(1, replay.total), value: replay.total - replay.remaining, "aria-label": "Progress of the replay" }),
      /* @__PURE__ */ a3("span", { children: saidOf(replay) }),
      /* @__PURE__ */ a3(Button, { isOff: isBusy || replay.state !== "running", onClick: () => void cancel(), children: "Stop it" }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem })
    ] }) });
  }
  var stateWords = { running: "It goes on", done: "It is done", canceled: "It was stopped" };
  var saidOf = ({ state, total, replayed, skipped, remaining }) => `${stateWords[state]}: ${total - remaining} of ${plural(total, "delivery", "deliveries")}. ${replayed} go again, ${skipped} needed it no more.`;

  // screens/operator/endpoint.tsx
  function Endpoint({ tenantId, id, since }) {
    const asked = useAnswer(`${tenantId}/${id}`, () => everythingOf2(tenantId, id), 5e3);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3(TenantById, { id: tenantId }) }),
      /* @__PURE__ */ a3(Answered, { asked, children: (all) => all === null ? /* @__PURE__ */ a3("h1", { children: "There is no such endpoint." }) : /* @__PURE__ */ a3(Detail4, { ...all, since, onChange: asked.askAgain }) })
    ] });
  }
  async function everythingOf2(tenantId, id) {
    const [{ endpoints }, { endpoints: inTrouble }, { deliveries }] = await Promise.all([
      read2(`/tenants/${encodeURIComponent(tenantId)}/webhook-endpoints`),
      read2("/webhook-endpoints/in-trouble", { limit: 200 }),
      read2("/deliveries", { tenantId, endpointId: id, limit: 20 })
    ]);
    const endpoint = endpoints.find((each) => each.id === id);
    return endpoint ? { tenantId, endpoint, trouble: inTrouble.find((each) => each.endpoint.id === id), deliveries } : null;
  }
  var Detail4 = ({
    tenantId,
    endpoint,
    trouble,
    deliveries,
    since,
    onChange
  }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3("h1", { children: endpoint.name }),
    /* @__PURE__ */ a3(Story, { isActive: endpoint.isActive, trouble }),
    /* @__PURE__ */ a3(
      Facts,
      {
        rows: [
          ["URL", `${endpoint.method} ${endpoint.url}`],
          ["Since", /* @__PURE__ */ a3(Time, { at: endpoint.createdAt }, "since")]
        ]
      }
    ),
    /* @__PURE__ */ a3(Switch, { path: pathOf(tenantId, endpoint.id), isActive: endpoint.isActive, onDone: onChange }),
    /* @__PURE__ */ a3("h2", { children: "Send its failed deliveries again" }),
    /* @__PURE__ */ a3(
      BulkReplay,
      {
        address: ["tenants", tenantId, "endpoints", endpoint.id],
        path: pathOf(tenantId, endpoint.id),
        since: since ?? trouble?.failingSince ?? endpoint.createdAt,
        onDone: onChange
      }
    ),
    /* @__PURE__ */ a3("h2", { children: "Its newest deliveries" }),
    /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: hashOf(["deliveries"], { tenantId, endpointId: endpoint.id }), children: "Search among all of them" }) }),
    /* @__PURE__ */ a3(
      Table,
      {
        label: "Deliveries",
        rows: deliveries,
        keyOf: ({ id }) => id,
        none: "Nothing was sent to it in the last 30 days.",
        columns: deliveryColumns
      }
    )
  ] });
  var pathOf = (tenantId, id) => `/tenants/${encodeURIComponent(tenantId)}/webhook-endpoints/${encodeURIComponent(id)}`;
  function Story({ isActive, trouble }) {
    const why = trouble?.lastError ? ` The last attempt came to: ${trouble.lastError}.` : "";
    return /* @__PURE__ */ a3("p", { class: "lead", children: [
      !isActive && /* @__PURE__ */ a3(Badge, { tone: "quiet", children: "off" }),
      trouble ? /* @__PURE__ */ a3(Badge, { tone: "bad", children: "in trouble" }) : isActive && /* @__PURE__ */ a3(Badge, { tone: "good", children: "takes its deliveries" }),
      trouble && /* @__PURE__ */ a3("span", { children: [
        "The oldest delivery that it did not take was made at ",
        /* @__PURE__ */ a3(Time, { at: trouble.failingSince }),
        ". ",
        trouble.retrying,
        " will be tried again by themselves, ",
        trouble.failed,
        " of the last day are given up.",
        why
      ] }),
      !isActive && /* @__PURE__ */ a3("span", { children: "Events make no deliveries to it, and those that it has wait." })
    ] });
  }
  function Switch({ path, isActive, onDone }) {
    const { isBusy, problem, run } = useChange();
    const [wasPressed, setPressed] = d2(false);
    const button = T2(null);
    const isAskedBack = isActive && wasPressed;
    const press = () => {
      setPressed(isActive && !wasPressed);
      if (isActive && !wasPressed) return;
      void run(() => change("PATCH", path, { isActive: !isActive })).then(onDone);
    };
    const leave = () => {
      button.current?.focus();
      setPressed(false);
    };
    return /* @__PURE__ */ a3("p", { children: [
      /* @__PURE__ */ a3(Button, { ref: button, isOff: isBusy, onClick: unlessDouble(press), children: isAskedBack ? "Yes, switch it off" : `Switch it ${isActive ? "off" : "on"}` }),
      " ",
      isAskedBack && /* @__PURE__ */ a3("button", { type: "button", onClick: leave, children: "Leave it on" }),
      " ",
      /* @__PURE__ */ a3("span", { class: "muted", children: isActive ? "Its deliveries wait then, neither tried nor failed." : "What waits goes on at once, each at its time." }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem })
    ] });
  }

  // simulator/console/page/frame/bars.tsx
  var bars = 72;
  var [barWidth2, gap2, height2] = [4, 1, 40];
  var hourMs = 36e5;
  function binned(at, values, { by, leastMs = hourMs }) {
    const times = at.map((time) => new Date(time).getTime());
    const newest = times.at(-1) ?? 0;
    const width = Math.max(leastMs, newest - (times[0] ?? newest)) / bars;
    const bins = Array.from({ length: bars }, () => 0);
    for (const [index, time] of times.entries()) {
      const bar = bars - 1 - Math.min(bars - 1, Math.floor((newest - time) / width));
      const [before = 0, value = 0] = [bins[bar], values[index]];
      bins[bar] = by === "sum" ? before + value : Math.max(before, value);
    }
    return bins;
  }
  function Bars({ parts, count = bars, titleOf: titleOf2 }) {
    const highest = highestOf(parts);
    return /* @__PURE__ */ a3("svg", { class: "bars", viewBox: `0 0 ${count * (barWidth2 + gap2)} ${height2}`, preserveAspectRatio: "none", "aria-hidden": "true", children: Array.from({ length: count }, (_3, bar) => {
      const title = titleOf2?.(bar);
      return /* @__PURE__ */ a3("g", { children: [
        title !== void 0 && /* @__PURE__ */ a3("title", { children: title }),
        /* @__PURE__ */ a3(Bar, { parts, bar, scale: height2 / Math.max(1, highest) })
      ] }, bar);
    }) });
  }
  var highestOf = (parts) => Math.max(0, ...(parts[0]?.values ?? []).map((_3, bar) => parts.reduce((sum2, { values }) => sum2 + (values[bar] ?? 0), 0)));
  function Bar({ parts, bar, scale }) {
    let bottom = height2;
    return /* @__PURE__ */ a3($, { children: parts.map(({ kind, values }) => {
      const size = (values[bar] ?? 0) * scale;
      bottom -= size;
      return /* @__PURE__ */ a3("rect", { class: kind, x: bar * (barWidth2 + gap2), y: bottom, width: barWidth2, height: size }, kind);
    }) });
  }

  // screens/operator/history.tsx
  var halfHourMs = 30 * 6e4;
  var bars2 = 48;
  var kinds = ["success", "open", "failed"];
  function History({ halfHours }) {
    if (halfHours.length === 0) return /* @__PURE__ */ a3("p", { class: "muted", children: "None is counted yet: a half hour is counted soon after its end." });
    const newest = Math.max(...halfHours.map(startOf));
    const inBars = Array.from(
      { length: bars2 },
      (_3, bar) => halfHours.find((each) => startOf(each) === newest - (bars2 - 1 - bar) * halfHourMs)
    );
    const parts = kinds.map((kind) => ({ kind, values: inBars.map((halfHour) => halfHour?.[kind] ?? 0) }));
    return /* @__PURE__ */ a3("figure", { class: "history", children: [
      /* @__PURE__ */ a3(Bars, { parts, count: bars2, titleOf: (bar) => titleOf(inBars[bar]) }),
      /* @__PURE__ */ a3("figcaption", { class: "muted", children: [
        captionOf(halfHours),
        "; at most ",
        plural(highestOf(parts), "delivery", "deliveries"),
        " in a half hour."
      ] })
    ] });
  }
  var titleOf = (halfHour) => halfHour ? `${halfHour.from.slice(11, 16)}Z: ${captionOf([halfHour])}` : "none";
  var startOf = ({ from }) => new Date(from).getTime();
  function captionOf(halfHours) {
    const [success, failed, open] = ["success", "failed", "open"].map(
      (kind) => halfHours.reduce((sum2, each) => sum2 + each[kind], 0).toLocaleString("en")
    );
    return `${success} accepted, ${failed} given up, ${open} still open`;
  }

  // src/measures/objective.ts
  var allowedLateShare = 1e-3;
  var errorBudgetUsed = (begun, late) => begun === 0 ? 0 : late / (begun * allowedLateShare);

  // screens/operator/trends.tsx
  function Trends() {
    const asked = useAnswer("measures", () => read2("/measures"), 3e4);
    return /* @__PURE__ */ a3(Answered, { asked, children: ({ at, series }) => at.length < 2 ? /* @__PURE__ */ a3("p", { class: "muted", children: "It is measured once a minute, and the process that answers has just begun." }) : /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("ul", { class: "trends", "aria-label": "Measures", children: [
        /* @__PURE__ */ a3(OfCalls, { at, series }),
        /* @__PURE__ */ a3(OfDeliveries, { at, series }),
        /* @__PURE__ */ a3(OfUpkeep, { at, series })
      ] }),
      /* @__PURE__ */ a3("p", { class: "muted", children: [
        "From ",
        at[0]?.slice(11, 16),
        "Z to ",
        at.at(-1)?.slice(11, 16),
        "Z, as the process that answers has counted since it began. Lag, backlog and live calls are those of all processes."
      ] })
    ] }) });
  }
  var OfCalls = ({ at, series }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3(Trend, { name: "Calls placed", parts: [part(at, series.callsPlaced, "sum", "success"), part(at, series.callsNotPlaced, "sum", "failed")], children: [
      last(series.callsPlaced),
      " in the last minute; ",
      plural(sum(series.callsPlaced), "call"),
      ", ",
      sum(series.callsNotPlaced),
      " not placed"
    ] }),
    /* @__PURE__ */ a3(Trend, { name: "Live calls", parts: [part(at, series.liveCalls, "most", "level")], children: [
      last(series.liveCalls),
      " now, at most ",
      most(series.liveCalls)
    ] }),
    /* @__PURE__ */ a3(Trend, { name: "Providers", parts: [part(at, series.callbacksRefused, "sum", "failed"), part(at, series.breakerOpen, "sum", "open")], children: [
      "The voice provider is ",
      last(series.breakerOpen) > 0 ? "down" : "up",
      ", and was down for ",
      plural(sum(series.breakerOpen), "minute"),
      ";",
      " ",
      plural(sum(series.callbacksRefused), "callback"),
      " refused"
    ] })
  ] });
  var OfDeliveries = ({ at, series }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3(Trend, { name: "Lag", parts: [part(at, series.lagSeconds, "most", "level")], children: [
      span(last(series.lagSeconds)),
      " now, at most ",
      span(most(series.lagSeconds))
    ] }),
    /* @__PURE__ */ a3(Trend, { name: "Backlog", parts: [part(at, series.due, "most", "failed"), part(at, series.scheduled, "most", "open")], children: [
      last(series.due),
      " due and ",
      last(series.scheduled),
      " for later now; at most ",
      most(series.due),
      " due"
    ] }),
    /* @__PURE__ */ a3(Trend, { name: "Attempts", parts: [part(at, series.attemptsAccepted, "sum", "success"), part(at, series.attemptsFailed, "sum", "failed")], children: [
      sum(series.attemptsAccepted).toLocaleString("en"),
      " accepted, ",
      sum(series.attemptsFailed).toLocaleString("en"),
      " not"
    ] })
  ] });
  var OfUpkeep = ({ at, series }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3(Trend, { name: "Late attempts", parts: [part(at, series.attemptsLate, "sum", "failed")], children: objectiveOf(sum(series.attemptsBegun), sum(series.attemptsLate)) }),
    /* @__PURE__ */ a3(Trend, { name: "Failed turns of background work", parts: [part(at, series.choresFailed, "sum", "failed")], children: [
      plural(sum(series.choresFailed), "turn"),
      " failed"
    ] })
  ] });
  var Trend = ({ name: name2, parts, children }) => /* @__PURE__ */ a3("li", { class: "trend", children: [
    /* @__PURE__ */ a3("span", { class: "figure-name", children: name2 }),
    /* @__PURE__ */ a3(Bars, { parts }),
    /* @__PURE__ */ a3("span", { class: "muted", children })
  ] });
  function objectiveOf(begun, late) {
    if (begun === 0) return "No attempt has begun: nothing of the error budget is used";
    const [inTime, used] = [100 * (begun - late) / begun, errorBudgetUsed(begun, late)];
    const budget = used > 1 ? `the error budget is used ${Math.round(used)} times over` : `${Math.round(100 * used)} % of the error budget is used`;
    return `${inTime.toFixed(2)} % began within 30 s; ${budget}`;
  }
  var part = (at, values, by, kind) => ({
    kind,
    values: binned(at, values, { by })
  });
  var last = (values) => values.at(-1) ?? 0;
  var sum = (values) => values.reduce((total, value) => total + value, 0);
  var most = (values) => Math.max(0, ...values);

  // screens/operator/now.tsx
  function Now() {
    const asked = useAnswer(
      "now",
      async () => {
        const [{ stats }, { endpoints }, { tenants }, { halfHours }] = await Promise.all([
          read2("/stats"),
          read2("/webhook-endpoints/in-trouble"),
          read2("/tenant-stats"),
          read2("/delivery-history")
        ]);
        return { stats, endpoints, tenants, halfHours };
      },
      5e3
    );
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h1", { children: "Now" }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ stats, endpoints, tenants, halfHours }) => /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3("h2", { children: "Endpoints in trouble" }),
        /* @__PURE__ */ a3(Trouble, { endpoints }),
        /* @__PURE__ */ a3(Health, { stats }),
        /* @__PURE__ */ a3("h2", { children: "The last day, by minutes" }),
        /* @__PURE__ */ a3(Trends, {}),
        /* @__PURE__ */ a3("h2", { children: "Deliveries of the last day" }),
        /* @__PURE__ */ a3(History, { halfHours }),
        /* @__PURE__ */ a3("h2", { children: "Tenants with work under way or trouble" }),
        /* @__PURE__ */ a3(Busy, { tenants }),
        /* @__PURE__ */ a3("h2", { children: "Background work" }),
        /* @__PURE__ */ a3(Chores, { chores: stats.chores })
      ] }) })
    ] });
  }
  var pacingWords = {
    redis: "for all processes together",
    memory: "of this process",
    degraded: "Redis is out of reach: by each process alone"
  };
  var lateSeconds = 30;
  function Health({ stats: { deliveries, calls, ...rest } }) {
    const isLate = deliveries.oldestDueSeconds > lateSeconds;
    return /* @__PURE__ */ a3("ul", { class: "figures", "aria-label": "Figures", children: [
      /* @__PURE__ */ a3(Figure, { name: "Lag of deliveries", value: span(deliveries.oldestDueSeconds), tone: isLate ? "bad" : "good", children: [
        deliveries.due,
        " due, ",
        deliveries.underWay,
        " under way, ",
        deliveries.scheduled,
        " for later"
      ] }),
      /* @__PURE__ */ a3(Figure, { name: "Live calls", value: String(calls.queued + calls.ringing + calls.inProgress), tone: "quiet", children: [
        calls.queued,
        " queued, ",
        calls.ringing,
        " ringing, ",
        calls.inProgress,
        " talking; ",
        calls.awaitingAnalysis,
        " await their analysis"
      ] }),
      /* @__PURE__ */ a3(Figure, { name: "Oldest silent call", value: span(calls.oldestSilentSeconds), tone: calls.endedByReconciler > 0 ? "wait" : "good", children: [
        calls.endedByReconciler,
        " ended only by the reconciler in 24 h"
      ] }),
      /* @__PURE__ */ a3(Figure, { name: "Endpoints in trouble", value: String(rest.endpointsInTrouble), tone: rest.endpointsInTrouble > 0 ? "bad" : "good", children: [
        rest.replaysRunning,
        " replays run"
      ] }),
      /* @__PURE__ */ a3(
        Figure,
        {
          name: "Voice provider",
          value: rest.voiceBreaker === "open" ? "down" : "up",
          tone: rest.voiceBreaker === "open" ? "bad" : "good",
          children: [
            rest.placements.placed,
            " placed, ",
            rest.placements.notDialled,
            " not dialled, ",
            rest.placements.unknown,
            " unknown"
          ]
        }
      ),
      rest.callbacks.map(({ provider, accepted, refused }) => /* @__PURE__ */ a3(Figure, { name: `Callbacks of ${provider}`, value: String(accepted), tone: refused > accepted ? "bad" : "good", children: [
        refused,
        " refused"
      ] }, provider)),
      /* @__PURE__ */ a3(Figure, { name: "Texts on their way", value: String(rest.textsAwaitingReport), tone: "quiet", children: [
        "await their report; ",
        rest.recordingsDue,
        " recordings to fetch"
      ] }),
      /* @__PURE__ */ a3(
        Figure,
        {
          name: "Limits are kept by",
          value: rest.pacing === "redis" ? "Redis" : "memory",
          tone: rest.pacing === "degraded" ? "bad" : "good",
          children: pacingWords[rest.pacing]
        }
      )
    ] });
  }
  function Figure({ name: name2, value, tone, children }) {
    return /* @__PURE__ */ a3("li", { class: `figure ${tone}`, children: [
      /* @__PURE__ */ a3("span", { class: "figure-name", children: name2 }),
      /* @__PURE__ */ a3("strong", { children: value }),
      /* @__PURE__ */ a3("span", { class: "muted", children })
    ] });
  }
  var Trouble = ({ endpoints }) => /* @__PURE__ */ a3(
    Table,
    {
      label: "Endpoints in trouble",
      rows: endpoints,
      keyOf: ({ endpoint }) => endpoint.id,
      none: "Every endpoint takes its deliveries.",
      columns: [
        { title: "Endpoint", value: ({ endpoint, tenant }) => /* @__PURE__ */ a3(EndpointLink, { tenantId: tenant.id, id: endpoint.id, name: endpoint.name }) },
        { title: "Last error", value: ({ lastError }) => lastError },
        { title: "Tenant", value: ({ tenant }) => /* @__PURE__ */ a3(TenantLink, { ...tenant }) },
        { title: "Retrying", value: ({ retrying }) => retrying, isNumber: true },
        { title: "Failed", value: ({ failed }) => failed > 0 ? /* @__PURE__ */ a3(Badge, { tone: "bad", children: failed }) : failed, isNumber: true },
        { title: "Since", value: ({ failingSince }) => /* @__PURE__ */ a3(Time, { at: failingSince }) },
        { title: "URL", value: ({ endpoint }) => /* @__PURE__ */ a3(Url, { children: endpoint.url }) }
      ]
    }
  );
  var Busy = ({ tenants }) => /* @__PURE__ */ a3(
    Table,
    {
      label: "Tenants with work under way or trouble",
      rows: tenants,
      keyOf: ({ tenant }) => tenant.id,
      none: "No tenant has work under way or trouble.",
      columns: [
        { title: "Tenant", value: ({ tenant }) => /* @__PURE__ */ a3(TenantLink, { ...tenant }) },
        { title: "Live calls", value: ({ calls }) => calls.live, isNumber: true },
        { title: "Due", value: ({ deliveries }) => deliveries.due, isNumber: true },
        { title: "Lag", value: ({ deliveries }) => span(deliveries.oldestDueSeconds), isNumber: true },
        { title: "For later", value: ({ deliveries }) => deliveries.scheduled, isNumber: true },
        { title: "Endpoints that keep failing", value: ({ failingEndpoints }) => failingEndpoints, isNumber: true }
      ]
    }
  );
  var Chores = ({ chores }) => /* @__PURE__ */ a3("details", { children: [
    /* @__PURE__ */ a3("summary", { children: chores.some(({ failed }) => failed > 0) ? "Some turns have failed" : "No turn has failed" }),
    /* @__PURE__ */ a3(
      Table,
      {
        label: "Background work",
        rows: chores,
        keyOf: ({ chore }) => chore,
        none: "The process that answers has not the role scheduler.",
        columns: [
          { title: "Chore", value: ({ chore }) => chore },
          { title: "Turns", value: ({ turns }) => turns, isNumber: true },
          { title: "Failed", value: ({ failed }) => failed > 0 ? /* @__PURE__ */ a3(Badge, { tone: "bad", children: failed }) : failed, isNumber: true },
          { title: "Last success", value: ({ sinceSuccessSeconds }) => `${span(sinceSuccessSeconds)} ago`, isNumber: true }
        ]
      }
    )
  ] });

  // screens/operator/sign-in.tsx
  function SignIn({ onDone }) {
    const [token2, setToken] = d2("");
    const [problem, setProblem] = d2(null);
    const submit = async (event) => {
      event.preventDefault();
      try {
        await signIn(token2.trim());
        setToken("");
        onDone();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        setProblem(error.code === "invalid_operator_token" ? "This is not the token that the service was started with." : error.message);
      }
    };
    return /* @__PURE__ */ a3("main", { class: "sign-in", children: /* @__PURE__ */ a3("form", { onSubmit: (event) => void submit(event), children: [
      /* @__PURE__ */ a3("h1", { children: "Ringpost, for operators" }),
      /* @__PURE__ */ a3("label", { for: "token", children: "Operator token" }),
      /* @__PURE__ */ a3(
        "input",
        {
          id: "token",
          class: "mono",
          type: "password",
          autocomplete: "off",
          value: token2,
          onInput: ({ currentTarget }) => setToken(currentTarget.value)
        }
      ),
      /* @__PURE__ */ a3("p", { class: "muted", children: [
        "The value of ",
        /* @__PURE__ */ a3("code", { children: "OPERATOR_TOKEN" }),
        ", or your own of ",
        /* @__PURE__ */ a3("code", { children: "OPERATOR_TOKENS" }),
        ". With ",
        /* @__PURE__ */ a3("code", { children: "npm start" }),
        " the first stands in ",
        /* @__PURE__ */ a3("code", { children: ".ringpost/start.json" }),
        "."
      ] }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem }),
      /* @__PURE__ */ a3(Button, { type: "submit", class: "primary", isOff: token2.trim() === "", children: "Sign in" })
    ] }) });
  }

  // cli/parts/money.ts
  function parseMoney(text) {
    const [, whole, fraction = ""] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
    return whole === void 0 ? null : Number(whole) * 1e6 + Number(fraction.padEnd(6, "0"));
  }

  // screens/operator/credit.tsx
  var Credit = ({ path, onDone }) => /* @__PURE__ */ a3(
    Form,
    {
      name: "Add money",
      act: "Add the money",
      question: (given) => `${typedIn(given, "amount")} goes into the wallet, and nothing takes it out again. Add it?`,
      send: (given, dedupeKey) => change("POST", path, {
        amountMicros: parseMoney(typedIn(given, "amount")) ?? 0,
        note: typedIn(given, "note") || null,
        dedupeKey
      }),
      onDone,
      children: [
        /* @__PURE__ */ a3("label", { children: [
          "Amount",
          /* @__PURE__ */ a3("input", { name: "amount", required: true, inputMode: "decimal", pattern: "\\d{1,9}(\\.\\d{1,6})?", placeholder: "12.50" })
        ] }),
        /* @__PURE__ */ a3("label", { children: [
          "What it is",
          /* @__PURE__ */ a3("input", { name: "note", maxLength: 500, placeholder: "Invoice 1042" })
        ] })
      ]
    }
  );

  // screens/parts/shown-once.tsx
  var ShownOnce = ({ name: name2, text }) => /* @__PURE__ */ a3("div", { class: "whole", children: [
    /* @__PURE__ */ a3("p", { children: [
      name2,
      ", shown this once: ",
      /* @__PURE__ */ a3(CopyButton, { label: "Copy", name: `Copy: ${name2}`, text: () => text })
    ] }),
    /* @__PURE__ */ a3(Verbatim, { label: name2, children: text })
  ] });

  // screens/parts/surely.tsx
  function Surely({ act, name: name2, onConfirm }) {
    const [isSure, setSure] = d2(false);
    const button = T2(null);
    const confirm = () => {
      button.current?.closest(".scrolled")?.focus();
      onConfirm();
    };
    return isSure ? /* @__PURE__ */ a3(Button, { ref: button, class: "danger", onClick: unlessDouble(confirm), onBlur: () => setSure(false), children: [
      act,
      " for good"
    ] }) : /* @__PURE__ */ a3(Button, { class: "quiet", "aria-label": `${act} ${name2}`, onClick: () => setSure(true), children: act });
  }

  // screens/operator/keys.tsx
  var scopes = ["calls:place", "calls:read", "read", "write", "webhooks"];
  function Keys({ path, keys, onDone }) {
    const { problem, run } = useChange();
    const revoke = (id) => void run(() => change("DELETE", `${path}/${encodeURIComponent(id)}`)).then(onDone);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h2", { children: "API keys" }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem }),
      /* @__PURE__ */ a3(
        Table,
        {
          label: "API keys",
          rows: keys,
          keyOf: ({ id }) => id,
          none: "It has no key.",
          columns: [
            { title: "Key", value: ({ name: name2 }) => /* @__PURE__ */ a3("span", { class: "words", children: name2 }) },
            { title: "Scopes", value: ({ scopes: of }) => of.join(", ") },
            { title: "Expires", value: ({ expiresAt }) => /* @__PURE__ */ a3(Time, { at: expiresAt }) },
            {
              title: "Revoked",
              value: ({ id, name: name2, revokedAt }) => revokedAt === null ? /* @__PURE__ */ a3(Surely, { act: "Revoke", name: name2, onConfirm: () => revoke(id) }) : /* @__PURE__ */ a3(Time, { at: revokedAt })
            }
          ]
        }
      ),
      /* @__PURE__ */ a3(NewKey, { path, onDone })
    ] });
  }
  function NewKey({ path, onDone }) {
    const [made, setMade] = d2(null);
    const make = async (given) => {
      const body = { name: typedIn(given, "name"), scopes: scopes.filter((scope) => given.has(scope)) };
      setMade((await change("POST", path, body)).apiKey);
    };
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3(Form, { name: "New key", act: "Make a key", send: make, onDone, children: [
        /* @__PURE__ */ a3("label", { children: [
          "Name of the key",
          /* @__PURE__ */ a3("input", { name: "name", required: true, maxLength: 100 })
        ] }),
        /* @__PURE__ */ a3("fieldset", { children: [
          /* @__PURE__ */ a3("legend", { children: "Scopes" }),
          scopes.map((scope) => /* @__PURE__ */ a3("label", { children: [
            /* @__PURE__ */ a3("input", { type: "checkbox", name: scope }),
            " ",
            scope
          ] }, scope))
        ] })
      ] }),
      made !== null && /* @__PURE__ */ a3(ShownOnce, { name: "API key", text: made })
    ] });
  }

  // screens/operator/limits.tsx
  var names3 = {
    concurrentCalls: "Calls at once",
    writesPerMinute: "Writes a minute",
    readsPerMinute: "Reads a minute",
    callEventsPerMinute: "Call events a minute",
    textEventsPerMinute: "Text events a minute"
  };
  var limitsInOrder = Object.keys(names3);
  function Limits({ path, limits, onDone }) {
    const [typed, setTyped] = d2({});
    const shown = (limit) => typed[limit] ?? String(limits[limit]);
    const changed = limitsInOrder.filter((limit) => shown(limit) !== String(limits[limit]));
    const isSame = changed.length === 0;
    A2(() => {
      if (isSame) setTyped((now) => now === typed ? {} : now);
    }, [isSame]);
    const { isBusy, problem, run } = useChange();
    const submit = (event) => {
      event.preventDefault();
      const numbers = Object.fromEntries(changed.map((limit) => [limit, Number(shown(limit))]));
      void run(() => change("PATCH", path, { limits: numbers })).then((isDone) => isDone && onDone());
    };
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h2", { children: "Limits" }),
      /* @__PURE__ */ a3("form", { class: "facets", "aria-label": "Limits", onSubmit: submit, children: [
        limitsInOrder.map((limit) => /* @__PURE__ */ a3("label", { children: [
          names3[limit],
          /* @__PURE__ */ a3(
            "input",
            {
              type: "number",
              required: true,
              value: shown(limit),
              onInput: ({ currentTarget }) => setTyped({ ...typed, [limit]: currentTarget.value })
            }
          )
        ] }, limit)),
        /* @__PURE__ */ a3(Button, { type: "submit", class: "primary", isOff: isBusy || isSame, children: "Save the limits" }),
        /* @__PURE__ */ a3("span", { class: "muted whole", children: isSame ? "Each process keeps to them within five seconds." : "Not saved yet." }),
        problem !== null && /* @__PURE__ */ a3(Problem, { children: problem })
      ] })
    ] });
  }

  // screens/operator/numbers.tsx
  function Numbers({ path, phoneNumbers, onDone }) {
    const { isBusy, problem, run } = useChange();
    const turn = ({ id, isActive }) => void run(() => change("PATCH", `${path}/${encodeURIComponent(id)}`, { isActive: !isActive })).then(onDone);
    const add = (given) => change("POST", path, { phoneNumber: typedIn(given, "number"), providerNumberId: typedIn(given, "provider") });
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h2", { children: "Phone numbers" }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem }),
      /* @__PURE__ */ a3(
        Table,
        {
          label: "Phone numbers",
          rows: phoneNumbers,
          keyOf: ({ id }) => id,
          none: "It has no number to call from.",
          columns: [
            { title: "Number", value: ({ phoneNumber }) => /* @__PURE__ */ a3("span", { class: "mono", children: phoneNumber }) },
            { title: "State", value: (number) => /* @__PURE__ */ a3(OnOff, { ...number }) },
            { title: "Health", value: ({ health }) => health, isNumber: true },
            {
              title: "",
              value: (number) => /* @__PURE__ */ a3(
                Button,
                {
                  class: "quiet",
                  isOff: isBusy,
                  "aria-label": `Switch ${number.isActive ? "off" : "on"} ${number.phoneNumber}`,
                  onClick: () => turn(number),
                  children: [
                    "Switch ",
                    number.isActive ? "off" : "on"
                  ]
                }
              )
            }
          ]
        }
      ),
      /* @__PURE__ */ a3(Form, { name: "New number", act: "Add the number", send: add, onDone, children: [
        /* @__PURE__ */ a3("label", { children: [
          "Number, in E.164",
          /* @__PURE__ */ a3("input", { name: "number", class: "mono", required: true, placeholder: "+1" })
        ] }),
        /* @__PURE__ */ a3("label", { children: [
          "Its id at the voice provider",
          /* @__PURE__ */ a3("input", { name: "provider", class: "mono", required: true, maxLength: 200 })
        ] })
      ] })
    ] });
  }

  // screens/operator/tenants.tsx
  var mostPages = 10;
  function Tenants() {
    const asked = useAnswer("tenants", allTenants);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h1", { children: "Tenants" }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ tenants, isCut }) => /* @__PURE__ */ a3($, { children: [
        isCut && /* @__PURE__ */ a3("p", { class: "muted", children: [
          "These are the first ",
          tenants.length,
          ". Open the address #/tenants/ten_… for another."
        ] }),
        /* @__PURE__ */ a3(
          Table,
          {
            label: "Tenants",
            rows: tenants,
            keyOf: ({ id }) => id,
            none: "There is no tenant yet. `ringpost tenant create` makes one.",
            columns: [
              { title: "Tenant", value: (tenant) => /* @__PURE__ */ a3(TenantLink, { ...tenant }) },
              { title: "Id", value: ({ id }) => /* @__PURE__ */ a3("span", { class: "mono", children: id }) },
              { title: "State", value: (tenant) => /* @__PURE__ */ a3(TenantState, { tenant }) },
              { title: "Pays", value: ({ billing }) => billing === "invoice" ? "by invoice" : "as it goes" },
              { title: "Since", value: ({ createdAt }) => /* @__PURE__ */ a3(Time, { at: createdAt }) }
            ]
          }
        )
      ] }) })
    ] });
  }
  function TenantState({ tenant }) {
    if (tenant.deletingSince !== null) return /* @__PURE__ */ a3(Badge, { tone: "bad", children: "is deleted" });
    if (tenant.frozenAt !== null) return /* @__PURE__ */ a3(Badge, { tone: "wait", children: "frozen" });
    return tenant.publicApiEnabled ? /* @__PURE__ */ a3(Badge, { tone: "good", children: "served" }) : /* @__PURE__ */ a3(Badge, { tone: "wait", children: "public API off" });
  }
  async function allTenants() {
    const tenants = [];
    let cursor;
    for (let page = 0; page < mostPages; page++) {
      const answer = await read2("/tenants", { limit: 200, cursor });
      tenants.push(...answer.tenants);
      if (answer.nextCursor === null) return { tenants, isCut: false };
      cursor = answer.nextCursor;
    }
    return { tenants, isCut: true };
  }

  // screens/operator/tenant.tsx
  function Tenant({ id }) {
    const asked = useAnswer(id, () => everythingOf3(`/tenants/${encodeURIComponent(id)}`), 1e4);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: hashOf(["tenants"]), children: "Tenants" }) }),
      /* @__PURE__ */ a3(Answered, { asked, children: (all) => /* @__PURE__ */ a3(Detail5, { ...all, onDone: asked.askAgain }) })
    ] });
  }
  async function everythingOf3(path) {
    const [{ tenant }, { endpoints }, { triggers }, { agents }, { phoneNumbers }, { keys }, { wallet, ledger }] = await Promise.all([
      read2(path),
      read2(`${path}/webhook-endpoints`),
      read2(`${path}/automation-triggers`),
      read2(`${path}/agents`),
      read2(`${path}/phone-numbers`),
      read2(`${path}/api-keys`),
      read2(`${path}/wallet`)
    ]);
    return { tenant, endpoints, triggers, agents, phoneNumbers, keys, wallet, ledger };
  }
  function Detail5({ tenant, wallet, keys, phoneNumbers, ledger, onDone, ...rest }) {
    const path = `/tenants/${encodeURIComponent(tenant.id)}`;
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h1", { children: tenant.name }),
      /* @__PURE__ */ a3("p", { class: "lead", children: [
        /* @__PURE__ */ a3(TenantState, { tenant }),
        " ",
        /* @__PURE__ */ a3("a", { href: hashOf(["calls"], { tenantId: tenant.id }), children: "Its calls" }),
        " ",
        /* @__PURE__ */ a3("a", { href: hashOf(["deliveries"], { tenantId: tenant.id }), children: "Its deliveries" })
      ] }),
      /* @__PURE__ */ a3(
        Facts,
        {
          rows: [
            [
              "Id",
              /* @__PURE__ */ a3("span", { class: "mono", children: tenant.id }, "id")
            ],
            ["Balance", tenant.billing === "invoice" ? "pays by invoice" : showMoney(wallet.balanceMicros)],
            ["Since", /* @__PURE__ */ a3(Time, { at: tenant.createdAt }, "since")]
          ]
        }
      ),
      /* @__PURE__ */ a3(Limits, { path, limits: tenant.limits, onDone }),
      /* @__PURE__ */ a3(Subscriptions, { ...rest, tenantId: tenant.id }),
      /* @__PURE__ */ a3(Agents, { ...rest, tenantId: tenant.id }),
      /* @__PURE__ */ a3(Numbers, { path: `${path}/phone-numbers`, phoneNumbers, onDone }),
      /* @__PURE__ */ a3(Keys, { path: `${path}/api-keys`, keys, onDone }),
      /* @__PURE__ */ a3("h2", { children: "Wallet" }),
      /* @__PURE__ */ a3(Ledger, { entries: ledger, none: "No money was moved." }),
      tenant.billing !== "invoice" && /* @__PURE__ */ a3(Credit, { path: `${path}/wallet/credit`, onDone })
    ] });
  }
  var Subscriptions = ({ tenantId, endpoints, triggers }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3("h2", { children: "Webhook endpoints" }),
    /* @__PURE__ */ a3(
      Table,
      {
        label: "Webhook endpoints",
        rows: endpoints,
        keyOf: ({ id }) => id,
        none: "It has no endpoint.",
        columns: [
          { title: "Endpoint", value: ({ id, name: name2 }) => /* @__PURE__ */ a3(EndpointLink, { tenantId, id, name: name2 }) },
          { title: "State", value: (endpoint) => /* @__PURE__ */ a3(OnOff, { ...endpoint }) },
          { title: "URL", value: ({ url }) => /* @__PURE__ */ a3(Url, { children: url }) }
        ]
      }
    ),
    /* @__PURE__ */ a3("h2", { children: "Triggers" }),
    /* @__PURE__ */ a3(
      Table,
      {
        label: "Triggers",
        rows: triggers,
        keyOf: ({ id }) => id,
        none: "It has no trigger.",
        columns: [
          { title: "Trigger", value: ({ name: name2 }) => /* @__PURE__ */ a3("span", { class: "words", children: name2 }) },
          { title: "State", value: (trigger) => /* @__PURE__ */ a3(OnOff, { ...trigger }) },
          { title: "Event", value: ({ eventType }) => eventType },
          { title: "Goes to", value: ({ webhookEndpoint }) => /* @__PURE__ */ a3("span", { class: "words", children: webhookEndpoint.name }) }
        ]
      }
    )
  ] });
  var Agents = ({ tenantId, agents }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3("h2", { children: "Agents" }),
    /* @__PURE__ */ a3(
      Table,
      {
        label: "Agents",
        rows: agents,
        keyOf: ({ id }) => id,
        none: "It has no agent.",
        columns: [
          {
            title: "Agent",
            value: ({ id, name: name2, isDefault }) => /* @__PURE__ */ a3("a", { class: "words", href: hashOf(["tenants", tenantId, "agents", id]), children: isDefault ? `${name2} (default)` : name2 })
          },
          { title: "State", value: (agent) => /* @__PURE__ */ a3(OnOff, { ...agent }) },
          { title: "Mines for data", value: ({ extractionSchema }) => extractionSchema === null ? "no" : "yes" },
          { title: "Id", value: ({ id }) => /* @__PURE__ */ a3("span", { class: "mono", children: id }) }
        ]
      }
    )
  ] });

  // screens/operator/app.tsx
  var views = [
    ["Now", ""],
    ["Deliveries", "deliveries"],
    ["Calls", "calls"],
    ["Tenants", "tenants"],
    ["Audit log", "audit-log"]
  ];
  function App() {
    const [isSignedIn, setSignedIn] = d2(true);
    const session = w2(() => ({ end: () => setSignedIn(false) }), []);
    const address = useAddress();
    const { problem, run } = useChange();
    useStep(address, views.find(([, path]) => path === (address.path[0] ?? ""))?.[0]);
    if (!isSignedIn) return /* @__PURE__ */ a3(SignIn, { onDone: () => setSignedIn(true) });
    const leave = () => void run(signOut).then((isDone) => isDone && session.end());
    return /* @__PURE__ */ a3(Session.Provider, { value: session, children: [
      /* @__PURE__ */ a3("header", { class: "top", children: [
        /* @__PURE__ */ a3("a", { class: "name", href: hashOf([]), children: [
          "Ringpost ",
          /* @__PURE__ */ a3("span", { class: "muted", children: "operator" })
        ] }),
        /* @__PURE__ */ a3("nav", { "aria-label": "Views", children: views.map(([name2, path]) => /* @__PURE__ */ a3("a", { href: hashOf(path === "" ? [] : [path]), "aria-current": (address.path[0] ?? "") === path ? "page" : void 0, children: name2 }, path)) }),
        /* @__PURE__ */ a3("span", { class: "end", children: [
          /* @__PURE__ */ a3(ThemeSwitch, {}),
          /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: leave, children: "Sign out" })
        ] })
      ] }),
      /* @__PURE__ */ a3("main", { class: "view", children: [
        problem !== null && /* @__PURE__ */ a3(Problem, { children: [
          "You are still signed in. ",
          problem
        ] }),
        /* @__PURE__ */ a3(View, { ...address })
      ] })
    ] });
  }
  function View({ path, query }) {
    const [name2 = "", id, ...rest] = path;
    if (name2 === "deliveries") return id === void 0 ? /* @__PURE__ */ a3(Deliveries, { query }) : /* @__PURE__ */ a3(Delivery, { id });
    if (name2 === "calls") return id === void 0 ? /* @__PURE__ */ a3(Calls, { query }) : /* @__PURE__ */ a3(Call, { id });
    if (name2 === "tenants") return id === void 0 ? /* @__PURE__ */ a3(Tenants, {}) : /* @__PURE__ */ a3(OfTenant, { id, path: rest, query });
    if (name2 === "audit-log") return /* @__PURE__ */ a3(AuditLog, { query });
    return /* @__PURE__ */ a3(Now, {});
  }
  function OfTenant({ id, path: [noun, nounId], query }) {
    if (noun === "endpoints" && nounId !== void 0) return /* @__PURE__ */ a3(Endpoint, { tenantId: id, id: nounId, since: query["since"] });
    if (noun === "agents" && nounId !== void 0) return /* @__PURE__ */ a3(Agent, { tenantId: id, id: nounId });
    return /* @__PURE__ */ a3(Tenant, { id });
  }

  // screens/operator/main.tsx
  applyTheme();
  showHidden();
  var place = document.getElementById("page");
  if (place) Q(/* @__PURE__ */ a3(App, {}), place);
})();
