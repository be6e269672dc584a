// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface Token {
    function balanceOf(address) external view returns (uint256);
}

interface Weth {
    function deposit() external payable;
}

interface Pair {
    function token0() external view returns (address);
    function getReserves() external view returns (uint256, uint256, uint256);
    function getAmountOut(uint256, address) external view returns (uint256);
    function swap(uint256, uint256, address, bytes calldata) external;
    function swap(address, bool, int256, uint160, bytes calldata) external returns (int256, int256);
}

/// Never deployed: an eth_call puts this code at an address that holds nothing (a fresh buyer), or at a holder's own address.
contract Trader {
    uint256 constant MAGIC = 0x7472616465;

    /// kind: 0 Uniswap V2, 1 Aerodrome, 2 Uniswap V3 and what calls back as it does.
    /// Returns MAGIC, bought, buy tax in basis points, first part sold, rest sold, sell tax in basis points.
    function fresh(address token, address quote, address pool, uint256 kind, uint256 spend) external returns (uint256[6] memory told) {
        told[0] = MAGIC;
        Weth(quote).deposit{value: spend}();
        try this.trade(quote, token, pool, kind, spend) returns (uint256, uint256 tax) {
            told[1] = 1;
            told[2] = tax;
        } catch {
            return told;
        }
        uint256 bought = Token(token).balanceOf(address(this));
        try this.trade(token, quote, pool, kind, bought / 3) returns (uint256 tax, uint256) {
            told[3] = 1;
            told[5] = tax;
        } catch {
            return told;
        }
        try this.trade(token, quote, pool, kind, Token(token).balanceOf(address(this))) returns (uint256 tax, uint256) {
            told[4] = 1;
            if (tax > told[5]) told[5] = tax;
        } catch {}
    }

    /// Returns MAGIC, whether a tenth of what this address holds could be sold, and the tax in basis points.
    function sale(address token, address quote, address pool, uint256 kind) external returns (uint256[3] memory told) {
        told[0] = MAGIC;
        try this.trade(token, quote, pool, kind, Token(token).balanceOf(address(this)) / 10) returns (uint256 tax, uint256) {
            told[1] = 1;
            told[2] = tax;
        } catch {}
    }

    /// Gives `amount` of `give` to the pool for `take`; what either transfer lost, in basis points. Reverts when any step does.
    function trade(address give, address take, address pool, uint256 kind, uint256 amount) external returns (uint256 giveTax, uint256 takeTax) {
        require(msg.sender == address(this) && amount > 0);
        uint256 before = Token(take).balanceOf(address(this));
        uint256 out;
        if (kind == 2) {
            out = swapV3(give, give < take, pool, amount);
        } else {
            (giveTax, out) = swapPair(give, pool, kind, amount);
        }
        uint256 got = Token(take).balanceOf(address(this)) - before;
        require(got > 0);
        if (got < out) takeTax = (out - got) * 10000 / out;
    }

    function swapV3(address give, bool zeroForOne, address pool, uint256 amount) internal returns (uint256) {
        uint160 limit = zeroForOne ? 4295128740 : 1461446703485210103287273052203988822378723970341;
        (int256 amount0, int256 amount1) = Pair(pool).swap(address(this), zeroForOne, int256(amount), limit, abi.encode(give));
        return uint256(-(zeroForOne ? amount1 : amount0));
    }

    function swapPair(address give, address pool, uint256 kind, uint256 amount) internal returns (uint256 tax, uint256 out) {
        uint256 before = Token(give).balanceOf(pool);
        send(give, pool, amount);
        uint256 received = Token(give).balanceOf(pool) - before;
        require(received > 0);
        if (received < amount) tax = (amount - received) * 10000 / amount;
        bool first = Pair(pool).token0() == give;
        (uint256 reserve0, uint256 reserve1,) = Pair(pool).getReserves();
        (uint256 reserveIn, uint256 reserveOut) = first ? (reserve0, reserve1) : (reserve1, reserve0);
        out = kind == 1
            ? Pair(pool).getAmountOut(received, give)
            : received * 997 * reserveOut / (reserveIn * 1000 + received * 997);
        Pair(pool).swap(first ? 0 : out, first ? out : 0, address(this), "");
    }

    function send(address token, address to, uint256 amount) internal {
        (bool ok, bytes memory answer) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        require(ok && (answer.length == 0 || abi.decode(answer, (bool))));
    }

    /// The callback of a V3 pool, whatever it is called: pays what it asks for.
    fallback() external {
        (int256 amount0, int256 amount1, bytes memory data) = abi.decode(msg.data[4:], (int256, int256, bytes));
        send(abi.decode(data, (address)), msg.sender, uint256(amount0 > 0 ? amount0 : amount1));
    }

    receive() external payable {}
}
